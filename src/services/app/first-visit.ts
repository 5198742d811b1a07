import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Preferences, StoredFacts } from '#model/local-storage.ts';
import { brand, readStored } from '../kit/local-storage.ts';

type Recollection = { facts: StoredFacts; preferences: Preferences; opening?: ViewState };

/** Whether this browser keeps nothing of ours and the address asks for nothing: then there is nothing to parse. */
export function isFirstVisit(window: Window): boolean {
  if (window.location.search !== '') return false;
  try {
    return !keysIn(window.localStorage).some((key) => key.startsWith(brand));
  } catch {
    return true;
  }
}

/** Whom this browser remembers, without the schemas; nobody where it may not even be asked. */
export function tokenIn(window: Window): string | null {
  const token = readStored(window, 'token');
  return typeof token === 'string' ? token : null;
}

/** What is recalled then. */
export const recallNothing: PromiseActorLogic<Recollection, void> = fromPromise<Recollection, void>(
  async () => ({
    facts: {},
    preferences: { theme: 'system', density: 'comfortable' },
    opening: {},
  }),
);

const keysIn = (store: Storage): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
