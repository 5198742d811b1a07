import type { Compared } from '#contract/analytics/comparison.ts';
import type { Parent, ReportQuery } from '#contract/analytics/report-query.ts';
import {
  dayAt,
  daysIn,
  type Granularity,
  granularityOf,
  mostDays,
  type Period,
  type Window,
  windowOf,
} from '#contract/period.ts';
import type { Scope } from '../../access/scope.ts';
import { invalid } from '../../platform/refusal.ts';
import { comparedOf } from '../compiler/comparison.ts';
import type { Attribution } from '../compiler/credit-model.ts';
import { openedFilters } from '../compiler/opened-rows.ts';
import type { Filter, Query } from '../compiler/query.ts';
import { chosenFilters, scopeFilter } from '../compiler/scope-filter.ts';

/** One report as it was asked for, with everything resolved that does not need the warehouse. */
export type Inquiry = {
  scope: Scope;
  period: Period;
  timezone: string;
  window: Window;
  granularity: 'hour' | 'day';
  choice: { side: 'server' | 'browser'; unique: boolean };
  filters: readonly Filter[];
  compared: Compared | null;
  attribution: Attribution;
  asOf: Date | undefined;
  /** The moment the figures are of: what lies after it is still to come. */
  now: Date;
};

/** What a report is asked with; a table also names the rows that were opened. */
export type Inquired = ReportQuery & { parent?: readonly Parent[] | undefined };

export function inquiryOf(query: Inquired, scope: Scope, clock: Date): Inquiry {
  const asOf = query.as_of ? new Date(query.as_of) : undefined;
  const moment = Math.min(clock.getTime(), asOf?.getTime() ?? Number.POSITIVE_INFINITY);
  const now = new Date(Math.floor(moment / 1000) * 1000);
  const { timezone } = query;
  const period = periodOf(query, dayAt(now, timezone));
  const { model, lookback_days: lookbackDays, clock: day } = query;
  return {
    scope,
    period,
    timezone,
    window: windowOf(period, timezone),
    granularity: granularityOf(period),
    choice: {
      side: query.browser_conversions ? 'browser' : 'server',
      unique: query.unique_conversions,
    },
    filters: [
      scopeFilter(scope),
      ...chosenFilters(query),
      ...openedFilters(query.parent ?? [], timezone),
    ],
    compared: comparedOf(query, period, timezone, now),
    attribution: { model, lookbackDays, clock: day, asOf },
    asOf,
    now,
  };
}

function periodOf({ start_date, end_date }: ReportQuery, today: string): Period {
  const start = start_date ?? end_date ?? today;
  const end = end_date ?? start;
  if (start > end) throw invalid('end_date', 'The last day lies before the first.');
  if (daysIn({ start, end }) > mostDays) {
    throw invalid('end_date', `Choose at most ${mostDays} days.`);
  }
  return { start, end };
}

export type Part = {
  measures: readonly string[];
  dimensions?: readonly string[];
  granularity?: Granularity | null;
  window?: Window;
  windows?: readonly Window[];
  filters?: readonly Filter[];
  order?: readonly (readonly [string, 'asc' | 'desc'])[];
  limit?: number;
};

/** Asks a part of a report: its own filters, zone and moment are added. */
export function asking<Answer>(
  ask: (query: Query) => Promise<Answer>,
  inquiry: Inquiry,
): (part: Part) => Promise<Answer> {
  return ({ filters = [], window = inquiry.window, ...part }) =>
    ask({
      ...part,
      window,
      filters: [...inquiry.filters, ...filters],
      timezone: inquiry.timezone,
      asOf: inquiry.asOf,
    });
}
