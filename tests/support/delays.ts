/** As long as the longest growing delay. */
const longest = 30_000;

/** The time until a delay has passed; a computed delay has no length of its own. */
export const lengthOf = (delay: unknown): number =>
  typeof delay === 'function' ? longest : Number(delay);
