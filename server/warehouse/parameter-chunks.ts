/** All parameters of a statement must stay below 256 KiB in escaped bytes, and four lists may be sent together. */
const MOST_BYTES = 40_000;
/** The escaped quotes around a value and the comma after it. */
const AROUND = 5;

/** Splits values into lists that fit into one parameter each. */
export function parameterChunks(values: readonly string[]): string[][] {
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

/** A character escaped within its list is escaped again with the list: one byte becomes up to four. */
function sizeOf(value: string): number {
  const escaped = value.match(/[\\'\t\n\r]/g)?.length ?? 0;
  return Buffer.byteLength(value) + 3 * escaped;
}
