import { maxPublicEvents } from '#contract/collect/public.ts';

export type TokenBuckets = {
  /** Takes the whole count, or nothing and answers the seconds until it is available. */
  take(key: string, count: number): number;
};

const mostKeys = 50_000;
/** Seconds of saved-up events after a pause, because pages that wait for a network send everything at once. */
const saved = 20;

/**
 * Token buckets by key, filled steadily. The number of remembered keys is limited; the longest idle ones are dropped
 * first.
 */
export function createTokenBuckets(perSecond: number, now: () => number): TokenBuckets {
  const burst = Math.max(maxPublicEvents, saved * perSecond);
  const buckets = new Map<string, { left: number; at: number }>();
  return {
    take(key, count) {
      const at = now();
      const known = buckets.get(key);
      const filled = known ? known.left + (Math.max(0, at - known.at) / 1_000) * perSecond : burst;
      const left = Math.min(burst, filled);
      const isEnough = left >= count;
      buckets.delete(key);
      buckets.set(key, { left: isEnough ? left - count : left, at });
      const [oldest] = buckets.keys();
      if (buckets.size > mostKeys && oldest !== undefined) buckets.delete(oldest);
      return isEnough ? 0 : Math.max(1, Math.ceil((count - left) / perSecond));
    },
  };
}
