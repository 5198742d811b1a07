import type { Period } from './period.ts';
import type { Comparison, Grouping, OriginFilter, ReportMeta, TableSort } from './report.ts';

export type Filters = Partial<Record<OriginFilter, string[]>>;

/** What a person asks of the dashboard, in the words of the screen. Services put it on the wire. */
export type Query = {
  project: number;
  currency: string;
  /** No affiliate means every affiliate of the project. */
  affiliates: { id: number; affid: string }[];
  period: Period;
  timezone: string;
  comparison: Exclude<Comparison, 'custom'>;
  browserConversions: boolean;
  uniqueConversions: boolean;
  countries: string[];
  offerIds: string[];
  filters: Filters;
};

/** Which side answers: the dashboard calls, or the analytics endpoint where it can. */
export type Source = 'rest' | 'cube';

export type Question = Query & { source: Source };

/** One step of a drill-down: the row that was opened. */
export type Crumb = { grouping: Grouping; key: string; label: string };

export type TableQuestion = Question & {
  grouping: Grouping;
  path: Crumb[];
  sort: TableSort;
  order: 'asc' | 'desc';
  limit: number;
};

/** Why there is nothing to show: no event ever arrived, the filters leave none, or none in this period. */
export const lacks = ['unconfigured', 'filtered', 'quiet'] as const;
export type Lack = (typeof lacks)[number];

/** The answer to a question: the same shape from either source. `lack` is null when there is something to show. */
export type Answer<Data> = { data: Data; freshness: Freshness; lack: Lack | null };

export type Freshness = Pick<
  ReportMeta,
  'as_of' | 'timezone' | 'granularity' | 'currency' | 'compare' | 'approximate'
>;
