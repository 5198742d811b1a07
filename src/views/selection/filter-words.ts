import { bareValue, isExcluded } from '#contract/analytics/filter-value.ts';
import type { FilterGroup } from '#contract/analytics/report-query.ts';
import { type FilterOptionsSnapshot, nameIn } from '#machines/selection/filter-options.ts';
import { type FilterGroupValues, valuesIn } from '#machines/selection/filters.ts';
import { nameOfCountry } from '../kit/places.ts';
import { groupNames, groups } from './groups.ts';

type Names = FilterOptionsSnapshot['context']['names'];

/** As many are named in full; of more, one less, so that what is left is never a single one. */
const most = 3;

/** What a value of a group is called, whether it is taken in or left out. */
export const shownIn = (names: Names, group: FilterGroup, value: string): string =>
  group === 'country' ? nameOfCountry(bareValue(value)) : nameIn(names, group, bareValue(value));

/** Everything that is filtered, a group in a line: "Country: Germany, France; not Italy". */
export function filterLines(
  narrowed: FilterGroupValues,
  names: Names,
): { name: string; values: string }[] {
  return groups.flatMap((group) => {
    const values = valuesIn(narrowed, group);
    const called = (isWanted: (value: string) => boolean) =>
      listed(values.filter(isWanted).map((value) => shownIn(names, group, value)));
    const taken = called((value) => !isExcluded(value));
    const left = called(isExcluded);
    const parts = [...(taken ? [taken] : []), ...(left ? [`not ${left}`] : [])];
    return parts.length > 0 ? [{ name: groupNames[group], values: parts.join('; ') }] : [];
  });
}

function listed(names: readonly string[]): string {
  if (names.length <= most) return names.join(', ');
  const shown = names.slice(0, most - 1);
  return `${shown.join(', ')} and ${names.length - shown.length} more`;
}
