import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Preferences, StoredFacts } from '#model/local-storage.ts';
import { namespace, readStored } from '../kit/local-storage.ts';

type RecalledState = { facts: StoredFacts; preferences: Preferences; opening?: ViewState };

/** Whether the browser stores nothing of this app and the address has no query, so that no schema is needed. */
export function isFirstVisit(window: Window): boolean {
  if (window.location.search !== '') return false;
  try {
    return !keysIn(window.localStorage).some((key) => key.startsWith(namespace));
  } catch {
    return true;
  }
}

/** The stored session token, read without loading the schemas; null when storage is blocked. */
export function tokenIn(window: Window): string | null {
  const token = readStored(window, 'token');
  return typeof token === 'string' ? token : null;
}

/** The stored facts of a first visit. */
export const recallNothing: PromiseActorLogic<RecalledState, void> = fromPromise<
  RecalledState,
  void
>(async () => ({
  facts: {},
  preferences: { theme: 'system', density: 'comfortable' },
  opening: {},
}));

const keysIn = (store: Storage): string[] =>
  Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
