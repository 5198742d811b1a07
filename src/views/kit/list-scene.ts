import type { PagedListSnapshot, PagedListTypes } from '#machines/kit/paged-list.ts';

type ListScene = 'waiting' | 'failed' | 'empty' | 'ready';

/** What replaces the rows of a paged list; a list that reloads hides its old rows. */
export const listScene = <Types extends PagedListTypes>(
  list: PagedListSnapshot<Types>,
): ListScene => {
  if (list.hasTag('showing')) return 'ready';
  if (list.matches('empty')) return 'empty';
  return list.hasTag('busy') ? 'waiting' : 'failed';
};
