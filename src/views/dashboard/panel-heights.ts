/** The heights of charts and of the line below them; skeletons use them too. */
export const graphHeight = 400;
export const chartHeight = 320;
export const footHeight = 34;
