import type { AnyMachineSnapshot } from 'xstate';

type ListScene = 'waiting' | 'failed' | 'empty' | 'ready';

/** What replaces the rows of a paged list; a list that reloads hides its old rows. */
export const listScene = (list: AnyMachineSnapshot): ListScene => {
  if (list.hasTag('showing')) return 'ready';
  if (list.matches('empty')) return 'empty';
  return list.hasTag('busy') ? 'waiting' : 'failed';
};
