/** Longer than any growing delay. */
const longest = 60_000;

/** The time until a delay has passed; a computed delay has no length of its own. */
export const lengthOf = (delay: unknown): number =>
  typeof delay === 'function' ? longest : Number(delay);
