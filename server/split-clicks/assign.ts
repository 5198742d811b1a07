import murmurhash from 'murmurhash';

/** Where a share of the traffic goes; in basis points, which add up to 10,000. */
export type Weight = { key: string; weightBp: number };

export type Split = {
  /** Random text of the test, so that tests do not share their halves. */
  seed: string;
  /** The share of all units that takes part, 1 to 100. */
  trafficPct: number;
  weights: readonly Weight[];
};

/** One of 10,000 buckets, the same for the same text wherever it is computed: murmur3 of 32 bits with seed 0. */
export const bucketOf = (text: string): number => murmurhash.v3(text, 0) % 10_000;

/** The variant of a unit; null where it takes no part in the test and sees the control. */
export function variantOf(unit: string, { seed, trafficPct, weights }: Split): string | null {
  if (bucketOf(`${seed}:t:${unit}`) >= trafficPct * 100) return null;
  const bucket = bucketOf(`${seed}:${unit}`);
  let end = 0;
  for (const { key, weightBp } of weights) {
    end += weightBp;
    if (bucket < end) return key;
  }
  return null;
}
