/** How many attempts a key may make in a sliding window. The name is stored: no two limits share one. */
export type Limit = { name: string; most: number; windowMs: number };

/** The attempts of one key. */
export type AttemptWindow = {
  /** Milliseconds until this key may try again; 0 when it may now. */
  wait(): number;
  /** When the latest attempt in the window was. */
  last(): number | null;
  count(): void;
  /** Takes the latest attempt back. */
  forgive(): void;
  /** The attempts in the window, the oldest first. */
  times(): readonly number[];
};

export function attemptWindow(
  { most, windowMs }: Limit,
  known: readonly number[],
  now: number,
): AttemptWindow {
  let times = known.filter((time) => time > now - windowMs).sort((a, b) => a - b);
  return {
    wait() {
      const oldest = times[times.length - most];
      return oldest === undefined ? 0 : oldest + windowMs - now;
    },
    last: () => times.at(-1) ?? null,
    count() {
      times = [...times, now].slice(-most);
    },
    forgive() {
      times = times.slice(0, -1);
    },
    times: () => times,
  };
}
