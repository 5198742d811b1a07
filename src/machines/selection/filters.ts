import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import { bareValue } from '#contract/analytics/filter-value.ts';
import type { Filters } from '#contract/analytics/report-query.ts';

/** All filters of the selection. An empty list of affiliates means all of them. */
export type SelectionFilters = {
  chosen: number[];
  offerIds: string[];
  countries: string[];
  filters: Filters;
};
/** The filters that the filter groups edit. */
export type FilterGroupValues = Omit<SelectionFilters, 'chosen'>;

export const noFilters: SelectionFilters = { chosen: [], offerIds: [], countries: [], filters: {} };

export const filtersOf = ({
  chosen,
  offerIds,
  countries,
  filters,
}: SelectionFilters): SelectionFilters => ({
  chosen,
  offerIds,
  countries,
  filters,
});

/** The values of a group, as addresses write them. */
export function valuesIn(
  { offerIds, countries, filters }: FilterGroupValues,
  group: FilterGroup,
): string[] {
  if (group === 'offer_id') return offerIds;
  return group === 'country' ? countries : (filters[group] ?? []);
}

/** Replaces the values of one group. Of a repeated value the last sign counts. */
export function withValues(
  groups: FilterGroupValues,
  group: FilterGroup,
  texts: string[],
): FilterGroupValues {
  const { offerIds, countries, filters } = groups;
  const values = deduplicated(texts);
  if (group === 'offer_id') return { offerIds: values, countries, filters };
  if (group === 'country') return { offerIds, countries: values, filters };
  const { [group]: _, ...others } = filters;
  return {
    offerIds,
    countries,
    filters: values.length > 0 ? { ...others, [group]: values } : others,
  };
}

const deduplicated = (texts: string[]): string[] => {
  const kept = texts.map((text) => text.trim()).filter((text) => bareValue(text) !== '');
  return [...new Map(kept.map((text) => [bareValue(text), text])).values()];
};
