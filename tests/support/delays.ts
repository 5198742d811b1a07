/** Longer than any delay that grows. */
const longest = 60_000;

/** How long to wait until a delay has passed: one that is computed has no length of its own. */
export const lengthOf = (delay: unknown): number =>
  typeof delay === 'function' ? longest : Number(delay);
