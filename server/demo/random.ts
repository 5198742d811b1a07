/** Repeatable random numbers: the same key gives the same numbers on every machine. */
export type Random = {
  /** From 0 up to, not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Both ends included. */
  whole(low: number, high: number): number;
  happens(probability: number): boolean;
  count(mean: number): number;
  /** Around `median`, with a long upper tail; `spread` is the deviation of its logarithm. */
  skewed(median: number, spread: number): number;
  pick<Item>(items: Weighted<Item>): Item;
  hex(digits: number): string;
};

export type Weighted<Item> = { items: readonly Item[]; upTo: readonly number[]; total: number };

export function weighted<Item>(pairs: readonly (readonly [Item, number])[]): Weighted<Item> {
  let total = 0;
  const upTo = pairs.map(([, weight]) => {
    total += weight;
    return total;
  });
  return { items: pairs.map(([item]) => item), upTo, total };
}

export function createRandom(...key: readonly (string | number)[]): Random {
  let state = keyed(key.join('/'));
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor((high - low + 1) * next()),
    happens: (probability) => next() < probability,
    count(mean) {
      if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()));
      const limit = Math.exp(-mean);
      let found = 0;
      for (let product = next(); product > limit; product *= next()) found += 1;
      return found;
    },
    skewed: (median, spread) => median * Math.exp(spread * normal()),
    pick({ items, upTo, total }) {
      const point = next() * total;
      const index = upTo.findIndex((limit) => point < limit);
      const item = items[index < 0 ? items.length - 1 : index];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    hex(digits) {
      let text = '';
      while (text.length < digits)
        text += Math.floor(next() * 65_536)
          .toString(16)
          .padStart(4, '0');
      return text.slice(0, digits);
    },
  };
}

/** Hashes a text to 32 bits, so that neighbouring days and visitors are independent. */
function keyed(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
