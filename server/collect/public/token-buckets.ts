import { mostPublicEvents } from '#contract/collect/public.ts';

export type Buckets = {
  /** Takes as many as asked for, or none: then the seconds until there are enough. */
  take(key: string, count: number): number;
};

const mostKeys = 50_000;
/** Seconds whose events may come at once after a pause: pages wait for a network and then send all they have. */
const saved = 20;

/** One bucket of events a key, filled steadily. Only so many keys are remembered, the longest unused go first. */
export function createBuckets(perSecond: number, now: () => number): Buckets {
  const burst = Math.max(mostPublicEvents, saved * perSecond);
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
