/** Random numbers that a seed repeats (mulberry32): a run that failed can be run again. */
export type Random = {
  seed: number;
  /** From 0 to below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  shuffled<Item>(items: readonly Item[]): Item[];
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    seed,
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}
