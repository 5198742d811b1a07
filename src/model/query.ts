import type { Attribution } from '#contract/analytics/attribution.ts';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { ReportMeta } from '#contract/analytics/report.ts';
import type {
  Comparison,
  Filters,
  SpentPart,
  TableExtra,
  TableSort,
} from '#contract/analytics/report-query.ts';
import type { Period } from '#contract/period.ts';

/** A value that a filter group offers, and how often it occurred lately, if that is known. */
export type FilterValue = { value: string; label: string; count: number | null };

/** The selection of a screen, in the screen's terms. Services translate it to URL parameters. */
export type Query = Attribution & {
  project: number;
  currency: string;
  /** Empty for every affiliate of the project. */
  affiliates: { id: number; affid: string }[];
  period: Period;
  timezone: string;
  comparison: Comparison;
  /** The days of a custom comparison; null for every other comparison. */
  comparedPeriod: Period | null;
  browserConversions: boolean;
  uniqueConversions: boolean;
  countries: string[];
  offerIds: string[];
  filters: Filters;
};

/** Which API answers a report: the dashboard calls, or the Cube endpoint where it can. */
export type Source = 'rest' | 'cube';

export type Question = Query & { source: Source };

/**
 * One opened row of a drill-down. Its key is null for the row without a value, and empty for unattributed conversions.
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
  /** Whether costs are spread over clicks. */
  isEstimated: boolean;
  /** Of the rows that spent without revenue: only their sums, or each of them. */
  spent: SpentPart;
  extras: TableExtra[];
};

/** The report on the states of one country, or of every selected country. */
export type StatesQuestion = Question & { country: string | null };

/**
 * Why a report is empty: the project never received an event, the filters match nothing, or the period has no events.
 */
const emptyReasons = ['unconfigured', 'filtered', 'quiet'] as const;
export type EmptyReason = (typeof emptyReasons)[number];

/**
 * The response to a report, in the same shape from either source. `emptyReason` is null when there is something to
 * show.
 */
export type ReportResponse<Data> = {
  data: Data;
  freshness: Freshness;
  emptyReason: EmptyReason | null;
};

export type Freshness = Pick<
  ReportMeta,
  'as_of' | 'timezone' | 'granularity' | 'currency' | 'compare' | 'approximate'
> & {
  /** Every event acknowledged before this instant is counted; only the dashboard calls send it. */
  complete_through?: string;
  definitions_version?: number;
};

/** How many events a new project has received this month, and the first characters of its collect key. */
export type FirstEvents = { received: number; collectKey: string };
