import type { PageSize } from '#contract/saved-views/table-state.ts';

/** One page of a list, the last one if the list has fewer pages than wanted. */
export function pageOf<Item>(items: readonly Item[], pageSize: PageSize, wanted: number) {
  const size = pageSize === 'all' ? Math.max(items.length, 1) : pageSize;
  const page = Math.min(wanted, Math.max(1, Math.ceil(items.length / size)));
  const first = (page - 1) * size;
  return { page, first, shown: items.slice(first, first + size), isWhole: items.length <= size };
}
