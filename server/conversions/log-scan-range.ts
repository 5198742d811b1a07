const DAY = 86_400_000;
/** The factor by which earlier time may be less dense. */
const MARGIN = 1.5;

/** The time read so far and the number found. */
type Looked = { through: number; found: number };

/**
 * How far back to read next: a day at first, then as far as the rest should reach by the density so far. Never less
 * than what was read already, so that the start of a period is soon reached.
 */
export function nextRange({ through, found }: Looked, wanted: number): number {
  if (through === 0) return DAY;
  const each = through / (found + 0.5);
  return Math.max(through, (wanted - found) * each * MARGIN);
}
