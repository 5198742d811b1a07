/** Counts attempts per key over a sliding window; when too many keys are remembered, the oldest are dropped. */
export type AttemptWindow = {
  /** Milliseconds until this key may try again; 0 when it may now. */
  wait(key: string): number;
  /** When the latest attempt in the window was. */
  last(key: string): number | null;
  count(key: string): void;
  /** Takes the latest attempt back. */
  forgive(key: string): void;
};

type Options = { limit: number; windowMs: number; now: () => number; maxKeys?: number };

export function attemptWindow({ limit, windowMs, now, maxKeys = 50_000 }: Options): AttemptWindow {
  const attempts = new Map<string, number[]>();

  function recent(key: string): number[] {
    const start = now() - windowMs;
    return (attempts.get(key) ?? []).filter((time) => time > start);
  }

  return {
    wait(key) {
      const times = recent(key);
      const oldest = times[times.length - limit];
      return oldest === undefined ? 0 : oldest + windowMs - now();
    },
    last: (key) => recent(key).at(-1) ?? null,
    count(key) {
      const times = [...recent(key), now()].slice(-limit);
      attempts.delete(key);
      attempts.set(key, times);
      const [oldest] = attempts.keys();
      if (attempts.size > maxKeys && oldest !== undefined) attempts.delete(oldest);
    },
    forgive(key) {
      const times = recent(key).slice(0, -1);
      if (times.length > 0) attempts.set(key, times);
      else attempts.delete(key);
    },
  };
}
