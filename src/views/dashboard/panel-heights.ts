/** How high the drawings are, and the line below each; skeletons take the same room. */
export const graphHeight = 400;
export const chartHeight = 320;
export const footHeight = 34;
