const DAY = 86_400_000;
/** What happened last is mostly as dense as what happened before it, but not everywhere. */
const MARGIN = 1.5;

/** How much time was looked through without finding enough. */
type Looked = { through: number; found: number };

/**
 * How far back to look next: a day at first, then as far as the rest should lie by what was found so far. Never less
 * than what was looked through already, so that the beginning of a period is soon reached.
 */
export function reach({ through, found }: Looked, wanted: number): number {
  if (through === 0) return DAY;
  const each = through / (found + 0.5);
  return Math.max(through, (wanted - found) * each * MARGIN);
}
