import type { Query } from '@cubejs-client/core';
import type { Period, Window } from '#contract/period.ts';
import { member } from './cube-members.ts';

/** One date range, or several compared ones, in one time zone. */
export type Span = Pick<Query, 'timeDimensions' | 'timezone'>;
type Step = 'hour' | 'day' | 'month';

/** Whole local days. */
export const days = (periods: readonly Period[], timezone: string, granularity?: Step): Span =>
  spanOver(
    periods.map(({ start, end }) => [start, end]),
    timezone,
    granularity,
  );

/** From one instant to another. The endpoint includes the last millisecond. */
export const instants = (windows: readonly Window[], granularity?: Step): Span =>
  spanOver(
    windows.map(({ from, to }) => [wallAt(from), wallAt(new Date(to.getTime() - 1))]),
    'UTC',
    granularity,
  );

/** A UTC time without its `Z`, as the endpoint writes and reads it. */
const wallAt = (instant: Date): string => instant.toISOString().slice(0, -1);

function spanOver(
  [first, ...others]: readonly [string, string][],
  timezone: string,
  granularity?: Step,
): Span {
  const dimension = member('hour');
  const step = granularity ? { granularity } : {};
  if (!first || others.length === 0) {
    return {
      timeDimensions: [{ dimension, ...(first && { dateRange: first }), ...step }],
      timezone,
    };
  }
  const compareDateRange = [first, ...others];
  return { timeDimensions: [{ dimension, compareDateRange, ...step }], timezone };
}
