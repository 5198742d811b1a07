/** The fewest characters that are searched for. */
export const shortestSearch = 2;
