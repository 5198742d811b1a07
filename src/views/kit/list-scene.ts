import type { AnyMachineSnapshot } from 'xstate';

type ListScene = 'waiting' | 'failed' | 'empty' | 'ready';

/** What takes the place of a paged list's rows; a list that is read anew shows none of the rows from before. */
export const listScene = (list: AnyMachineSnapshot): ListScene => {
  if (list.hasTag('showing')) return 'ready';
  if (list.matches('empty')) return 'empty';
  return list.hasTag('busy') ? 'waiting' : 'failed';
};
