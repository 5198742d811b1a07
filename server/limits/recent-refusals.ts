export type RecentRefusals = {
  /** Milliseconds that a key still waits by a refusal of the last second; 0 without one. */
  wait(key: string): number;
  note(key: string, wait: number): void;
  forget(key: string): void;
};

const keptFor = 1_000;
const mostKeys = 50_000;

/** Remembers refusals for a second, so that a flood of attempts is refused without the database. */
export function recentRefusals(now: () => number): RecentRefusals {
  const refused = new Map<string, { at: number; wait: number }>();
  return {
    wait(key) {
      const known = refused.get(key);
      const since = known ? now() - known.at : 0;
      return known && since < keptFor ? Math.max(0, known.wait - since) : 0;
    },
    note(key, wait) {
      refused.delete(key);
      refused.set(key, { at: now(), wait });
      const [oldest] = refused.keys();
      if (refused.size > mostKeys && oldest !== undefined) refused.delete(oldest);
    },
    forget: (key) => void refused.delete(key),
  };
}
