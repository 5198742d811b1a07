import type { Attribution } from '#contract/analytics/attribution.ts';
import type { ReportMeta } from '#contract/analytics/report.ts';
import type {
  Comparison,
  Filters,
  Grouping,
  TableExtra,
  TableSort,
} from '#contract/analytics/report-query.ts';
import type { Period } from '#contract/period.ts';

/** A value that a group can be narrowed to, and how often it was seen of late, once that is known. */
export type FilterValue = { value: string; label: string; count: number | null };

/** What a person asks of the dashboard, in the words of the screen. Services put it on the wire. */
export type Query = Attribution & {
  project: number;
  currency: string;
  /** No affiliate means every affiliate of the project. */
  affiliates: { id: number; affid: string }[];
  period: Period;
  timezone: string;
  comparison: Comparison;
  /** The days of a custom comparison; null for every other. */
  comparedPeriod: Period | null;
  browserConversions: boolean;
  uniqueConversions: boolean;
  countries: string[];
  offerIds: string[];
  filters: Filters;
};

/** Which side answers: the dashboard calls, or the analytics endpoint where it can. */
export type Source = 'rest' | 'cube';

export type Question = Query & { source: Source };

/**
 * One step of a drill-down: the row that was opened. Its key is null without a value, empty for what no click earned.
 */
export type Crumb = { grouping: Grouping; key: string | null; label: string };

export type TableQuestion = Question & {
  grouping: Grouping;
  path: Crumb[];
  sort: TableSort;
  order: 'asc' | 'desc';
  limit: number;
  /** Only rows with server revenue above 0. */
  isEarning: boolean;
  extras: TableExtra[];
};

/** The states of one country, or of every country of the question. */
export type StatesQuestion = Question & { country: string | null };

/** Why there is nothing to show: no event ever arrived, the filters leave none, or none in this period. */
const lacks = ['unconfigured', 'filtered', 'quiet'] as const;
export type EmptyReason = (typeof lacks)[number];

/** The answer to a question: the same shape from either source. `lack` is null when there is something to show. */
export type Answer<Data> = { data: Data; freshness: Freshness; lack: EmptyReason | null };

export type Freshness = Pick<
  ReportMeta,
  'as_of' | 'timezone' | 'granularity' | 'currency' | 'compare' | 'approximate'
> & {
  /** Everything acknowledged before this instant is in the figures; only the dashboard calls say so. */
  complete_through?: string;
  definitions_version?: number;
};

/** What a project that is being set up has received this month, and how its collect key begins. */
export type FirstEvents = { received: number; collectKey: string };
