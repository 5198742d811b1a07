import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { z } from 'zod';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import {
  columnsSchema,
  type Preferences,
  preferencesSchema,
  type StoredFacts,
  storedSchemas,
} from '#model/local-storage.ts';
import { brand, prefix } from './local-storage.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type Recollection = { facts: StoredFacts; preferences: Preferences };
type Notices = {
  /** A fact that did not fit was removed. */
  dropped: (fact: string) => void;
  /** The browser does not store; said once. */
  refused: () => void;
};

const schemas: Record<string, z.ZodType> = {
  ...storedSchemas,
  preferences: preferencesSchema,
  columns: columnsSchema,
};
const plain: Preferences = { theme: 'system', density: 'comfortable' };

export type Memory = {
  read(): Recollection;
  /** Whom this browser remembers now, another tab's sign-in included. */
  token(): string | null;
  remember(facts: StoredFacts): void;
  rememberPreferences(preferences: Preferences): void;
  /** The columns of the conversion table, as far as somebody chose them. */
  columns(): string[] | undefined;
  rememberColumns(columns: string[]): void;
  forget(): void;
};

/**
 * What this browser keeps across reloads, one key per fact.
 *
 * Everything read is parsed: content that another version, another tab or an extension left there and that
 * does not fit is removed and named to `dropped`. Where the browser refuses storage, or has no room left, the same
 * memory holds until the page is closed.
 *
 * The facts are those of whoever signed in last in any tab: another tab's person is neither overwritten nor forgotten.
 */
export function createMemory(storage: () => Store, { dropped, refused }: Notices): Memory {
  const store = attempt(storage);
  /** What the browser did not take. */
  const held = new Map<string, string>();
  let mine: string | null = null;
  let complained = false;

  const textOf = (fact: string): string | null =>
    held.get(prefix + fact) ?? attempt(() => store?.getItem(prefix + fact)) ?? null;

  function read(fact: string): unknown {
    const text = textOf(fact);
    if (text === null) return undefined;
    const parsed = schemas[fact]?.safeParse(parse(text));
    if (parsed?.success) return parsed.data;
    held.delete(prefix + fact);
    attempt(() => store?.removeItem(prefix + fact));
    dropped(fact);
    return undefined;
  }

  function write(fact: string, value: unknown) {
    const [key, text] = [prefix + fact, JSON.stringify(value)];
    held.delete(key);
    attempt(() => store?.setItem(key, text));
    if (attempt(() => store?.getItem(key)) === text) return;
    held.set(key, text);
    if (!complained) refused();
    complained = true;
  }

  const token = (): string | null =>
    storedSchemas.token
      .nullable()
      .catch(null)
      .parse(parse(textOf('token') ?? 'null'));
  const isOthers = () => ![null, mine].includes(token());

  return {
    read() {
      const facts: StoredFacts = Object.fromEntries(
        Object.keys(storedSchemas)
          .map((fact) => [fact, read(fact)] as const)
          .filter(([, value]) => value !== undefined),
      );
      const preferences = preferencesSchema.catch(plain).parse(read('preferences'));
      mine = facts.token ?? null;
      return { facts, preferences };
    },
    token,
    remember(facts) {
      const signedIn = facts.token !== undefined && facts.token !== mine;
      if (!signedIn && isOthers()) return;
      mine = facts.token ?? mine;
      for (const [fact, value] of Object.entries(facts)) write(fact, value);
    },
    rememberPreferences(preferences) {
      write('preferences', preferences);
    },
    columns: () => columnsSchema.optional().parse(read('columns')),
    rememberColumns(columns) {
      write('columns', columns);
    },
    forget() {
      if (!isOthers()) {
        held.clear();
        for (const key of keysIn(store)) attempt(() => store?.removeItem(key));
      }
      mine = null;
    },
  };
}

/** Reads everything back once, at the start, and what the address asks for beside it. */
export const recall = (
  memory: Memory,
  opening: () => ViewState,
): PromiseActorLogic<Recollection & { opening?: ViewState }, void> =>
  fromPromise<Recollection & { opening?: ViewState }, void>(async () => ({
    ...memory.read(),
    opening: opening(),
  }));

const keysIn = (store: Store | undefined): string[] =>
  Array.from({ length: attempt(() => store?.length) ?? 0 }, (_, index) =>
    attempt(() => store?.key(index)),
  ).filter((key): key is string => key?.startsWith(brand) ?? false);

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
