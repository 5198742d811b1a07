/**
 * All parameters of one statement must stay below 256 KiB, in bytes and as the engine reads them, and four lists may
 * travel together.
 */
const MOST_BYTES = 40_000;
/** The quotes around a value, each escaped, and the comma after it. */
const AROUND = 5;

/** Cuts values into lists that can travel as one parameter each. */
export function parts(values: readonly string[]): string[][] {
  const lists: string[][] = [];
  let length = MOST_BYTES;
  for (const value of values) {
    const added = sizeOf(value) + AROUND;
    if (length + added > MOST_BYTES) {
      lists.push([]);
      length = 0;
    }
    lists.at(-1)?.push(value);
    length += added;
  }
  return lists;
}

/** A sign that is escaped within its list is escaped once more with the list: of one byte they become up to four. */
function sizeOf(value: string): number {
  const escaped = value.match(/[\\'\t\n\r]/g)?.length ?? 0;
  return Buffer.byteLength(value) + 3 * escaped;
}
