import { filterGroups, type Grouping } from '#contract/analytics/dimensions.ts';
import {
  bareValue,
  excludedValue,
  includedValue,
  isExcluded,
} from '#contract/analytics/filter-value.ts';
import { unattributed } from '#contract/analytics/report-query.ts';
import { valuesIn } from '../selection/filters.ts';
import type { SelectionContext } from '../selection/selection-model.ts';
import { affiliatesOf } from '../selection/selection-model.ts';

/** The event for the selection that includes or excludes the row. */
type RowFilter =
  | { type: 'filter.choose'; group: (typeof filterGroups)[number]; values: string[] }
  | { type: 'affiliates.choose'; affiliates: number[] }
  | { type: 'range.choose'; range: { start: string; end: string } };

/**
 * The filter event for a row; null where the selection has no such filter: hours, an excluded day, affiliates of other
 * projects, keys that begin with the exclusion sign, and unattributed conversions.
 */
export function filterToRow(
  context: SelectionContext,
  { grouping, key }: { grouping: Grouping; key: string },
  isExcluding: boolean,
): RowFilter | null {
  if (grouping === 'hour' || key === unattributed.key) return null;
  if (grouping === 'date') {
    return isExcluding ? null : { type: 'range.choose', range: { start: key, end: key } };
  }
  if (grouping === 'affid') {
    const own = affiliatesOf(context);
    const [named] = own.filter((affiliate) => affiliate.aff_id === key);
    if (!named) return null;
    const chosen = own.filter(
      ({ id }) => context.chosen.length === 0 || context.chosen.includes(id),
    );
    const others = chosen.filter(({ id }) => id !== named.id).map(({ id }) => id);
    if (isExcluding && others.length === 0) return null;
    return { type: 'affiliates.choose', affiliates: isExcluding ? others : [named.id] };
  }
  const group = filterGroups.find((one) => one === grouping);
  if (!group) return null;
  const left = valuesIn(context, group).filter((one) => isExcluded(one) && bareValue(one) !== key);
  return {
    type: 'filter.choose',
    group,
    values: isExcluding ? [...left, excludedValue(key)] : [includedValue(key)],
  };
}
