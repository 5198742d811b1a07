import type {
  CcData,
  Funnel,
  GraphPoint,
  MonthRow,
  RcData,
  RevenueRange,
  Table,
} from '#contract/analytics/report.ts';
import type { EmptyReason, Freshness, Query, ReportResponse } from '#model/query.ts';

/** Whether a report has nothing in this period and nothing to compare with. */
export const isEmptyReport = {
  totals: (data: RcData) =>
    allZero(
      data.server_purchases,
      data.browser_purchases,
      data.server_revenue,
      data.net_revenue,
      data.cost,
      data.no_rate,
      data.previous?.conversions,
      data.previous?.revenue,
      data.previous?.cost,
    ),
  clicks: (data: CcData) =>
    allZero(
      data.clicks,
      data.bot_clicks,
      data.raw_conversions,
      data.previous?.clicks,
      data.previous?.conversions,
    ),
  graph: (points: GraphPoint[]) =>
    points.every(({ previous, ...point }) =>
      allZero(
        point.clicks,
        point.conversion,
        point.revenue,
        previous?.clicks,
        previous?.conversion,
        previous?.revenue,
      ),
    ),
  table: (data: Table) =>
    data.rows.length === 0 &&
    allZero(
      data.total.conversions,
      data.total.clicks,
      data.total.server_revenue,
      data.total.browser_purchases,
      data.total.cost,
    ),
  list: (rows: readonly unknown[]) => rows.length === 0,
  revenue: ({ rows }: RevenueRange) =>
    rows.every(({ revenue, previous_revenue }) => allZero(revenue, previous_revenue)),
  months: (months: MonthRow[]) =>
    months.every((month) => allZero(month.revenue, month.server_revenue, month.browser_revenue)),
  funnel: ({ steps, previous_steps }: Funnel) =>
    steps.length === 0 && (previous_steps ?? []).length === 0,
};

const allZero = (...figures: (number | null | undefined)[]): boolean =>
  figures.every((figure) => !figure);

/** Adds the reason for an empty report to its response. */
export async function withEmptyReason<Data>(
  query: Query,
  answer: { data: Data; freshness: Freshness },
  blank: boolean,
  history: () => Promise<boolean>,
): Promise<ReportResponse<Data>> {
  return { ...answer, emptyReason: blank ? await emptyReasonOf(query, history) : null };
}

export async function emptyReasonOf(
  query: Query,
  history: () => Promise<boolean>,
): Promise<EmptyReason> {
  if (isFiltered(query)) return 'filtered';
  return (await history().catch(() => true)) ? 'quiet' : 'unconfigured';
}

const isFiltered = ({ affiliates, countries, offerIds, filters }: Query): boolean =>
  affiliates.length > 0 ||
  countries.length > 0 ||
  offerIds.length > 0 ||
  Object.values(filters).some((values) => values.length > 0);
