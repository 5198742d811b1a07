import { bareValue } from '#contract/analytics/filter-value.ts';
import type { FilterGroup, Filters } from '#contract/analytics/report-query.ts';

/** Everything that narrows figures to a part of the project. No affiliate means all of them. */
export type SelectionFilters = {
  chosen: number[];
  offerIds: string[];
  countries: string[];
  filters: Filters;
};
/** What the filter groups hold of it. */
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

/** What a group is narrowed to, each value as addresses write it. */
export function valuesIn(
  { offerIds, countries, filters }: FilterGroupValues,
  group: FilterGroup,
): string[] {
  if (group === 'offer_id') return offerIds;
  return group === 'country' ? countries : (filters[group] ?? []);
}

/** The same with other values in one group. A value counts once, with the sign that was given last. */
export function withValues(
  groups: FilterGroupValues,
  group: FilterGroup,
  given: string[],
): FilterGroupValues {
  const { offerIds, countries, filters } = groups;
  const values = settled(given);
  if (group === 'offer_id') return { offerIds: values, countries, filters };
  if (group === 'country') return { offerIds, countries: values, filters };
  const { [group]: _, ...others } = filters;
  return {
    offerIds,
    countries,
    filters: values.length > 0 ? { ...others, [group]: values } : others,
  };
}

const settled = (given: string[]): string[] => {
  const kept = given.map((text) => text.trim()).filter((text) => bareValue(text) !== '');
  return [...new Map(kept.map((text) => [bareValue(text), text])).values()];
};
