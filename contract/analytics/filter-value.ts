/**
 * The format of a filter value in addresses and calls: a leading `-` excludes the value, and a leading `\` escapes a
 * value that itself begins with one of the two.
 */
const isMarked = (text: string): boolean => text.startsWith('-') || text.startsWith('\\');

export const isExcluded = (written: string): boolean => written.startsWith('-');

/** The value without its sign. */
export const bareValue = (written: string): string =>
  isMarked(written) ? written.slice(1) : written;

/** Writes a value that is included. */
export const includedValue = (value: string): string => (isMarked(value) ? `\\${value}` : value);

/** Writes a value that is excluded. */
export const excludedValue = (value: string): string => `-${value}`;

/** Splits written values into included and excluded ones. */
export const splitValues = (written: readonly string[]): { only: string[]; without: string[] } => ({
  only: written.filter((one) => !isExcluded(one)).map(bareValue),
  without: written.filter(isExcluded).map(bareValue),
});
