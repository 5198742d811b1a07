/**
 * A value that figures are narrowed by, as addresses and calls write it: a leading `-` leaves the value out, a leading
 * `\` takes in what follows as it is, for a value that itself begins with one of the two.
 */
const isMarked = (text: string): boolean => text.startsWith('-') || text.startsWith('\\');

export const isLeftOut = (written: string): boolean => written.startsWith('-');

/** The value itself. */
export const bareValue = (written: string): string =>
  isMarked(written) ? written.slice(1) : written;

/** How a value is written that is to be taken in. */
export const takenIn = (value: string): string => (isMarked(value) ? `\\${value}` : value);

/** How a value is written that is to be left out. */
export const leftOut = (value: string): string => `-${value}`;

/** The values that are taken in, and those that are left out. */
export const parted = (written: readonly string[]): { only: string[]; without: string[] } => ({
  only: written.filter((one) => !isLeftOut(one)).map(bareValue),
  without: written.filter(isLeftOut).map(bareValue),
});
