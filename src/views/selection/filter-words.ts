import { type FilterGroup, filterGroups } from '#contract/analytics/dimensions.ts';
import { bareValue, isExcluded } from '#contract/analytics/filter-value.ts';
import { type FilterOptionsSnapshot, nameIn } from '#machines/selection/filter-options.ts';
import { type FilterGroupValues, valuesIn } from '#machines/selection/filters.ts';
import { nameOfCountry } from '../kit/places.ts';
import { groupNames } from './groups.ts';

type Names = FilterOptionsSnapshot['context']['names'];

/** Up to this many values are named; of more, one less, so that the rest is never a single value. */
const most = 3;

/** The name of a value, whether it is included or excluded. */
export const shownIn = (names: Names, group: FilterGroup, value: string): string =>
  group === 'country' ? nameOfCountry(bareValue(value)) : nameIn(names, group, bareValue(value));

/** The active filters, one line per group: "Country: Germany, France; not Italy". */
export function filterLines(
  narrowed: FilterGroupValues,
  names: Names,
): { name: string; values: string }[] {
  return filterGroups.flatMap((group) => {
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
