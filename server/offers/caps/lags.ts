const DAY = 86_400_000;
/** Each bound is a quarter longer than the one before: from a second to 28 days. */
const growth = 1.25;
const bounds = Math.ceil(Math.log((28 * DAY) / 1_000) / Math.log(growth)) + 1;

/** Lags between a click and its conversion, in ms. */
export const lagBounds: readonly number[] = Array.from(
  { length: bounds },
  (_, index) => 1_000 * growth ** index,
);

/** The first bound that is at least so long. */
export const lagIndex = (lag: number): number =>
  Math.min(
    bounds - 1,
    Math.max(0, Math.ceil(Math.log(Math.max(lag, 1_000) / 1_000) / Math.log(growth) - 1e-9)),
  );

/** Assumed before anything is known: conversions evenly over the orders of magnitude from a minute to three days. */
const usual = { from: 60_000, to: 3 * DAY, weight: 2 };
const usualWithin = (lag: number): number =>
  Math.min(1, Math.max(0, Math.log(lag / usual.from) / Math.log(usual.to / usual.from)));

/** The part of the conversions that came within each bound, from how many came between it and the one before. */
export function withinBounds(counts: ReadonlyMap<number, number>): number[] {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let so = 0;
  return lagBounds.map((bound, index) => {
    so += counts.get(index) ?? 0;
    return (so + usual.weight * usualWithin(bound)) / (all + usual.weight);
  });
}

/** The part of the conversions that come within a lag. */
export function partWithin(within: readonly number[], lag: number): number {
  if (lag <= 0) return 0;
  const index = lagIndex(lag);
  const [to, upTo] = [lagBounds[index] ?? 0, within[index] ?? 1];
  if (lag >= to) return upTo;
  const [from, before] = index === 0 ? [0, 0] : [lagBounds[index - 1] ?? 0, within[index - 1] ?? 0];
  return before + ((upTo - before) * (lag - from)) / (to - from);
}
