import { isOnClock } from '#contract/analytics/clock-names.ts';
import { dimensionOf, isCyclic } from '#contract/analytics/dimensions.ts';
import { type OpenedRow, unattributed } from '#contract/analytics/report-query.ts';
import {
  bucketsOf,
  dayAt,
  daySchema,
  isSupportedDay,
  type Window,
  windowOf,
  zonedTime,
} from '#contract/period.ts';
import { invalid } from '../../platform/refusal.ts';
import { type Filter, timeMember } from './query.ts';

/**
 * The rows that were opened in a table, as filters. The row without a value holds the events and costs that carry none;
 * conversions without a click and without a value stand apart in its table, and therefore also in the tables below it.
 */
export function openedFilters(parents: readonly OpenedRow[], zone: string): Filter[] {
  return parents.flatMap((parent): Filter[] => {
    const { grouping, key } = parent;
    const window = openedPeriod(parent, zone);
    if (window) return [{ member: timeMember, operator: 'inDateRange', window }];
    if (key !== null && key !== unattributed.key) {
      if (isCyclic(grouping) && !isOnClock(grouping, key)) {
        throw invalid('parent', `"${key}" is no ${dimensionOf(grouping).label.toLowerCase()}.`);
      }
      return [{ member: grouping, operator: 'equals', values: [key] }];
    }
    const isAttributed = key === null ? '1' : '0';
    return [
      { member: grouping, operator: 'notSet', values: [] },
      { member: 'attributed', operator: 'equals', values: [isAttributed] },
    ];
  });
}

/** The hour or day that was opened; null for every other row. */
export function openedPeriod({ grouping, key }: OpenedRow, zone: string): Window | null {
  if (grouping === 'hour') return hourOf(key, zone);
  return grouping === 'date' ? dayOf(key, zone) : null;
}

function dayOf(key: string | null, zone: string): Window {
  const day = daySchema.safeParse(key);
  if (!day.success) throw invalid('parent', `"${key}" is not a date.`);
  return windowOf({ start: day.data, end: day.data }, zone);
}

function hourOf(key: string | null, zone: string): Window {
  const start = new Date(key ?? '');
  if (!isSupportedDay(start) || zonedTime(start, zone) !== key) {
    throw invalid('parent', `"${key}" is not the start of an hour in ${zone}.`);
  }
  const day = dayAt(start, zone);
  const starts = bucketsOf({ start: day, end: day }, zone, 'hour');
  const index = starts.findIndex((one) => one.getTime() === start.getTime());
  if (index === -1) throw invalid('parent', `No hour starts at ${key} in ${zone}.`);
  const { to } = windowOf({ start: day, end: day }, zone);
  return { from: start, to: starts[index + 1] ?? to };
}
