/** More shades of one colour are hard to tell apart. */
const most = 5;

/** A shade and its range of values, both ends included. `depth` 5 is the darkest. */
export type Shade = { depth: number; from: number; to: number };

/**
 * Divides the values into shades with about equally many places: with equal steps, one leading place would be dark and
 * all others pale.
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

/** The depth of a value's shade; 0 without revenue. */
export const depthOf = (value: number, shades: readonly Shade[]): number | undefined =>
  shades.find(({ from, to }) => value >= from && value <= to)?.depth;
