import { databaseSilent } from './refusal.ts';

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

export type LastingCache<Result> = TtlCache<Result> & {
  /** Reads a value again, while the last one is used. */
  renew(key: string): void;
  /** Reads a value that is already known again. */
  fresh(key: string): Promise<Result>;
};

/**
 * Like `createTtlCache` for values that must be there at once: one that is older than a second is used once more while
 * it is read again, and the last one for as long as reading fails. Nothing is read while the database is silent.
 */
export function createLastingCache<Result>(
  find: (key: string) => Promise<Result>,
  isSilent: () => boolean = () => false,
): LastingCache<Result> {
  type Entry = { last?: { value: Result; at: number }; reading: Promise<Result> | null };
  const known = new Map<string, Entry>();

  const read = async (key: string, entry: Entry): Promise<Result> => {
    if (isSilent()) throw databaseSilent();
    const began = performance.now();
    entry.reading ??= find(key)
      .then((value) => {
        entry.last = { value, at: began };
        return value;
      })
      .finally(() => {
        entry.reading = null;
      });
    return entry.reading;
  };

  return {
    async of(key) {
      if (!known.has(key) && known.size >= mostKnown) known.clear();
      const entry = known.get(key) ?? { reading: null };
      known.set(key, entry);
      const { last } = entry;
      if (!last) return read(key, entry);
      const age = performance.now() - last.at;
      if (age < believed || isSilent()) return last.value;
      const renewed = read(key, entry).catch(() => last.value);
      return age < 2 * believed ? last.value : renewed;
    },
    fresh(key) {
      const entry = known.get(key) ?? { reading: null };
      known.set(key, entry);
      return read(key, entry);
    },
    renew(key) {
      const entry = known.get(key);
      if (entry) read(key, entry).catch(() => undefined);
    },
    forget: () => known.clear(),
  };
}
