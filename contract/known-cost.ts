import { type FilterGroup, filterGroups } from './query.ts';
import type { Grouping } from './report-query.ts';

/** What a row of costs names. By anything else nobody can tell whose part of it is whose. */
const named: readonly string[] = ['campaign_id', 'adset_id', 'ad_id', 'affid', 'hour', 'date'];

const dividesCost = (by: FilterGroup | Grouping): boolean => named.includes(by);

/** Where rows stand for what costs do not name but there are some, nobody knows what is left of a row without a cost. */
export const knowsProfit = (
  by: Grouping,
  row: { cost: number },
  total: { cost: number },
): boolean => dividesCost(by) || row.cost !== 0 || total.cost === 0;

/** By what figures are narrowed although costs do not name it; null where the cost is that of these figures. */
export function costHiddenBy(
  narrowed: Partial<Record<FilterGroup, readonly string[] | undefined>>,
): FilterGroup | null {
  const isHiding = (group: FilterGroup) =>
    !dividesCost(group) && (narrowed[group] ?? []).length > 0;
  return filterGroups.find(isHiding) ?? null;
}
