import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { z } from 'zod';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { textMap } from '#contract/text-map.ts';
import {
  columnsSchema,
  type Preferences,
  preferencesSchema,
  type StoredFacts,
  storedSchemas,
} from '#model/local-storage.ts';
import { namespace, prefix } from './local-storage.ts';

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
type RecalledState = { facts: StoredFacts; preferences: Preferences };
type Notices = {
  /** A stored value was not valid and has been removed. */
  onDropped: (fact: string) => void;
  /** The browser stores nothing; reported once. */
  onRefused: () => void;
};

const schemas = textMap<z.ZodType>({
  ...storedSchemas,
  preferences: preferencesSchema,
  columns: columnsSchema,
});
const defaultPreferences: Preferences = { theme: 'system', density: 'comfortable' };

export type Memory = {
  read(): RecalledState;
  /** The stored token, including one that another tab stored. */
  token(): string | null;
  remember(facts: StoredFacts): void;
  rememberPreferences(preferences: Preferences): void;
  /** The chosen columns of the conversion table, if any. */
  columns(): string[] | undefined;
  rememberColumns(columns: string[]): void;
  forget(): void;
};

/**
 * The browser storage of this app, one key per fact.
 *
 * Every value is parsed when it is read: a value that is not valid (from another version, another tab or an extension)
 * is removed and reported to `dropped`. When the browser blocks storage or has no room, values are kept in memory until
 * the page closes.
 *
 * The facts belong to the last user who signed in, in any tab: a tab neither overwrites nor removes the facts of
 * another user.
 */
export function createMemory(
  storage: () => Store,
  { onDropped: dropped, onRefused: refused }: Notices,
): Memory {
  const store = attempt(storage);
  /** The values that the browser refused to store. */
  const fallback = new Map<string, string>();
  let mine: string | null = null;
  let warned = false;

  const textOf = (fact: string): string | null =>
    fallback.get(prefix + fact) ?? attempt(() => store?.getItem(prefix + fact)) ?? null;

  function read(fact: string): unknown {
    const text = textOf(fact);
    if (text === null) return undefined;
    const parsed = schemas.get(fact)?.safeParse(parse(text));
    if (parsed?.success) return parsed.data;
    fallback.delete(prefix + fact);
    attempt(() => store?.removeItem(prefix + fact));
    dropped(fact);
    return undefined;
  }

  function write(fact: string, value: unknown) {
    const [key, text] = [prefix + fact, JSON.stringify(value)];
    fallback.delete(key);
    attempt(() => store?.setItem(key, text));
    if (attempt(() => store?.getItem(key)) === text) return;
    fallback.set(key, text);
    if (!warned) refused();
    warned = true;
  }

  const token = (): string | null =>
    storedSchemas.token
      .nullable()
      .catch(null)
      .parse(parse(textOf('token') ?? 'null'));
  const isOfAnotherTab = () => ![null, mine].includes(token());

  return {
    read() {
      const facts: StoredFacts = Object.fromEntries(
        Object.keys(storedSchemas)
          .map((fact) => [fact, read(fact)] as const)
          .filter(([, value]) => value !== undefined),
      );
      const preferences = preferencesSchema.catch(defaultPreferences).parse(read('preferences'));
      mine = facts.token ?? null;
      return { facts, preferences };
    },
    token,
    remember(facts) {
      const signedIn = facts.token !== undefined && facts.token !== mine;
      if (!signedIn && isOfAnotherTab()) return;
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
      if (!isOfAnotherTab()) {
        fallback.clear();
        for (const key of keysIn(store)) attempt(() => store?.removeItem(key));
      }
      mine = null;
    },
  };
}

/** Reads all stored values once, at the start, together with the view state in the address. */
export const recall = (
  memory: Memory,
  opening: () => ViewState,
): PromiseActorLogic<RecalledState & { opening?: ViewState }, void> =>
  fromPromise<RecalledState & { opening?: ViewState }, void>(async () => ({
    ...memory.read(),
    opening: opening(),
  }));

const keysIn = (store: Store | undefined): string[] =>
  Array.from({ length: attempt(() => store?.length) ?? 0 }, (_, index) =>
    attempt(() => store?.key(index)),
  ).filter((key): key is string => key?.startsWith(namespace) ?? false);

/** Storage may throw at any time: it may be blocked, full or belong to a closed private window. */
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
