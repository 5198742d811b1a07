/** How long a cached value is used; changes by other processes take as long to apply. */
const believed = 1_000;
const mostKnown = 10_000;

export type TtlCache<Result> = {
  of(key: string): Promise<Result>;
  /** Forgets every value, including those being read at this moment. */
  forget(): void;
};

/** Shares one lookup between simultaneous calls and repeats it after a second. Failures are not cached. */
export function createTtlCache<Result>(find: (key: string) => Promise<Result>): TtlCache<Result> {
  const known = new Map<string, { found: Promise<Result>; until: number }>();
  return {
    of(key) {
      const at = performance.now();
      const entry = known.get(key);
      if (entry && entry.until > at) return entry.found;
      if (known.size >= mostKnown) known.clear();
      const found = find(key);
      known.set(key, { found, until: at + believed });
      found.catch(() => known.delete(key));
      return found;
    },
    forget: () => known.clear(),
  };
}
