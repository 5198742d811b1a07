import type { ComparedPeriod } from '#contract/analytics/comparison.ts';
import { filtersIn, type Grouping } from '#contract/analytics/dimensions.ts';
import { needsEstimate } from '#contract/analytics/known-cost.ts';
import type { OpenedRow, ReportQuery } from '#contract/analytics/report-query.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import {
  dayAt,
  daysIn,
  type Granularity,
  granularityOf,
  longestPeriod,
  type Period,
  type Window,
  windowOf,
} from '#contract/period.ts';
import type { Scope } from '../../access/scope.ts';
import { invalid } from '../../platform/refusal.ts';
import { comparisonOf } from '../compiler/comparison.ts';
import type { Attribution } from '../compiler/credit-model.ts';
import { openedFilters } from '../compiler/opened-rows.ts';
import type { Filter, Query } from '../compiler/query.ts';
import { scopeFilter, selectionFilters, zonesOf } from '../compiler/scope-filter.ts';

/** A report's query with everything resolved that does not need the warehouse. */
export type ResolvedQuery = {
  scope: Scope;
  /** The currency of the money, which is one for all projects of a scope. */
  currency: string;
  moneyPlaces: number;
  period: Period;
  timezone: string;
  /** The time zone of each project. */
  zones: ReadonlyMap<number, string>;
  window: Window;
  granularity: 'hour' | 'day';
  /** With `estimated` a cost is spread over clicks. */
  choice: { side: 'server' | 'browser'; unique: boolean; estimated: boolean };
  filters: readonly Filter[];
  compared: ComparedPeriod | null;
  attribution: Attribution;
  asOf: Date | undefined;
  /** The moment of the figures; later buckets are still to come. */
  now: Date;
};

/** The query of a report; a table's query also names the opened rows. */
export type RequestedQuery = ReportQuery & {
  parent?: readonly OpenedRow[] | undefined;
  group_by?: Grouping | undefined;
  estimated_cost?: boolean | undefined;
};

export function resolveQuery(query: RequestedQuery, scope: Scope, clock: Date): ResolvedQuery {
  const asOf = query.as_of ? new Date(query.as_of) : undefined;
  const moment = Math.min(clock.getTime(), asOf?.getTime() ?? Number.POSITIVE_INFINITY);
  const now = new Date(Math.floor(moment / 1000) * 1000);
  const { timezone } = query;
  const period = periodOf(query, dayAt(now, timezone));
  const currency = scope.projects[0]?.currency ?? 'USD';
  const { model, lookback_days: lookbackDays, clock: day } = query;
  return {
    scope,
    currency,
    moneyPlaces: moneyPlaces(currency),
    period,
    timezone,
    zones: zonesOf(scope),
    window: windowOf(period, timezone),
    granularity: granularityOf(period),
    choice: {
      side: query.browser_conversions ? 'browser' : 'server',
      unique: query.unique_conversions,
      estimated: isEstimated(query),
    },
    filters: [
      scopeFilter(scope),
      ...selectionFilters(query),
      ...openedFilters(query.parent ?? [], timezone),
    ],
    compared: comparisonOf(query, period, timezone, now),
    attribution: { model, lookbackDays, clock: day, asOf },
    asOf,
    now,
  };
}

function isEstimated(query: RequestedQuery): boolean {
  const { estimated_cost: isWanted, group_by: by, parent = [] } = query;
  return isWanted === true && by !== undefined && needsEstimate(by, filtersIn(query), parent);
}

function periodOf({ start_date, end_date }: ReportQuery, today: string): Period {
  const start = start_date ?? end_date ?? today;
  const end = end_date ?? start;
  if (start > end) throw invalid('end_date', 'The last day is before the first.');
  if (daysIn({ start, end }) > longestPeriod) {
    throw invalid('end_date', `Choose at most ${longestPeriod} days.`);
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

/** Runs a part of a report with the report's filters, zone and moment. */
export function partRunner<Answer>(
  runQuery: (query: Query) => Promise<Answer>,
  resolved: ResolvedQuery,
): (part: Part) => Promise<Answer> {
  return ({ filters = [], window = resolved.window, ...part }) =>
    runQuery({
      ...part,
      window,
      filters: [...resolved.filters, ...filters],
      timezone: resolved.timezone,
      zones: resolved.zones,
      asOf: resolved.asOf,
    });
}
