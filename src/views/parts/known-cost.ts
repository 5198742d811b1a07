import { type FilterGroup, filterGroups, type Query } from '#contract/query.ts';
import type { Grouping } from '#contract/report-query.ts';

/** What a row of costs names. By anything else nobody can tell whose part of it is whose. */
const named: readonly string[] = ['campaign_id', 'adset_id', 'ad_id', 'affid', 'hour', 'date'];

export const dividesCost = (by: FilterGroup | Grouping): boolean => named.includes(by);

/** By what the figures are narrowed although costs do not name it; null where the cost is that of these figures. */
export function costHiddenBy({
  countries,
  offerIds,
  filters,
}: Pick<Query, 'countries' | 'offerIds' | 'filters'>): FilterGroup | null {
  const chosen: Partial<Record<FilterGroup, string[]>> = {
    ...{ ...filters, country: countries, offer_id: offerIds },
  };
  const isHiding = (group: FilterGroup) => !dividesCost(group) && (chosen[group] ?? []).length > 0;
  return filterGroups.find(isHiding) ?? null;
}
