/** How long an answer is believed: what another process of the app paused, rotated or changed works on for as long. */
const believed = 1_000;
const mostKnown = 10_000;

export type Memory<Result> = {
  of(key: string): Promise<Result>;
  /** Asks again for everything; also what is being asked right now is not believed any more. */
  forget(): void;
};

/** Asks once for what many ask for at the same moment, and again after a second. What failed is not remembered. */
export function remembered<Result>(find: (key: string) => Promise<Result>): Memory<Result> {
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
