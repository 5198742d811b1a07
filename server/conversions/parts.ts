/** All parameters of one statement must stay below 256 kB of text, and four lists may travel together. */
const MOST_TEXT = 40_000;

/** Cuts values into lists that can travel as one parameter each. */
export function parts(values: readonly string[]): string[][] {
  const lists: string[][] = [];
  let length = MOST_TEXT;
  for (const value of values) {
    if (length + value.length > MOST_TEXT) {
      lists.push([]);
      length = 0;
    }
    lists.at(-1)?.push(value);
    length += value.length + 4;
  }
  return lists;
}
