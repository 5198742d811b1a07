/** More shades of one colour than this cannot be told apart. */
const most = 5;

/** One shade: the values it stands for, both ends included. `depth` 5 is the deepest. */
export type Shade = { depth: number; from: number; to: number };

/**
 * Cuts values into shades that hold about as many places each: with equal steps one place far ahead of the others
 * would be dark and all of them pale.
 */
export function shadesOf(values: readonly number[]): Shade[] {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const cuts = Array.from({ length: most }, (_, index) =>
    sorted.at(Math.floor((index * sorted.length) / most)),
  );
  const starts = [...new Set(cuts.filter((start) => start !== undefined))];
  return starts.map((from, index) => {
    const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const to = sorted.findLast((value) => value < next) ?? from;
    return { depth: most - starts.length + index + 1, from, to };
  });
}

/** How deep the colour of a value is; none for what earned nothing. */
export const depthOf = (value: number, shades: readonly Shade[]): number | undefined =>
  shades.find(({ from, to }) => value >= from && value <= to)?.depth;
