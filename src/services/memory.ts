import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { z } from 'zod';
import type { Opening } from '#contract/opening.ts';
import {
  type Preferences,
  preferencesSchema,
  type Remembered,
  rememberedSchemas,
} from '#contract/remembered.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type Recollection = { facts: Remembered; preferences: Preferences };

const brand = 'clickledger.';
const prefix = `${brand}v1.`;
const schemas: Record<string, z.ZodType> = { ...rememberedSchemas, preferences: preferencesSchema };
const plain: Preferences = { theme: 'system', density: 'comfortable' };

export type Memory = {
  read(): Recollection;
  remember(facts: Remembered): void;
  rememberPreferences(preferences: Preferences): void;
  forget(): void;
};

/**
 * What this browser keeps across reloads, one key per fact.
 *
 * Everything read is parsed: content that another version, another tab or an extension left there and that
 * does not fit is removed and named to `dropped`. A browser that refuses storage is given the same memory
 * until the page is closed.
 */
export function createMemory(storage: () => Store, dropped: (fact: string) => void): Memory {
  const store = usable(storage) ?? forTheMoment();

  function read(fact: string): unknown {
    const text = attempt(() => store.getItem(prefix + fact)) ?? null;
    if (text === null) return undefined;
    const parsed = schemas[fact]?.safeParse(parse(text));
    if (parsed?.success) return parsed.data;
    attempt(() => store.removeItem(prefix + fact));
    dropped(fact);
    return undefined;
  }

  const write = (fact: string, value: unknown) =>
    attempt(() => store.setItem(prefix + fact, JSON.stringify(value)));

  return {
    read() {
      const facts: Remembered = Object.fromEntries(
        Object.keys(rememberedSchemas)
          .map((fact) => [fact, read(fact)] as const)
          .filter(([, value]) => value !== undefined),
      );
      const preferences = preferencesSchema.catch(plain).parse(read('preferences'));
      return { facts, preferences };
    },
    remember(facts) {
      for (const [fact, value] of Object.entries(facts)) write(fact, value);
    },
    rememberPreferences(preferences) {
      write('preferences', preferences);
    },
    forget() {
      for (const key of keysIn(store)) attempt(() => store.removeItem(key));
    },
  };
}

/** Reads everything back once, at the start, and what the address asks for beside it. */
export const recall = (
  memory: Memory,
  opening: () => Opening,
): PromiseActorLogic<Recollection & { opening?: Opening }, void> =>
  fromPromise<Recollection & { opening?: Opening }, void>(async () => ({
    ...memory.read(),
    opening: opening(),
  }));

const keysIn = (store: Store): string[] =>
  Array.from({ length: attempt(() => store.length) ?? 0 }, (_, index) =>
    attempt(() => store.key(index)),
  ).filter((key): key is string => key?.startsWith(brand) ?? false);

function usable(storage: () => Store): Store | undefined {
  return attempt(() => {
    const store = storage();
    store.setItem(`${brand}probe`, '');
    store.removeItem(`${brand}probe`);
    return store;
  });
}

function forTheMoment(): Store {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}

/** Storage may refuse at any time: blocked, full, or gone with a private window. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
