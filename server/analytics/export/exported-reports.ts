import { z } from 'zod';
import { filtersIn } from '#contract/analytics/dimensions.ts';
import type { ExportedReport } from '#contract/analytics/export.ts';
import { type FigureRow, figureRowsQuerySchema } from '#contract/analytics/figure-rows.ts';
import {
  costHidingFilter,
  costHidingGrouping,
  hasCostOfRow,
} from '#contract/analytics/known-cost.ts';
import {
  ccDataSchema,
  clicksSchema,
  countryRowSchema,
  funnelSchema,
  type GraphPoint,
  graphPointSchema,
  hourlyRowSchema,
  monthRowSchema,
  paymentSchema,
  type ReportMeta,
  rcDataSchema,
  revenueRangeSchema,
  stateRowSchema,
  type TableRow,
  tableRowSchema,
  tableSchema,
} from '#contract/analytics/report.ts';
import {
  funnelQuerySchema,
  type ReportQuery,
  reportQuerySchema,
  type SpentPart,
  tableQuerySchema,
} from '#contract/analytics/report-query.ts';
import { ratiosOf, remainder, type Sums } from '#contract/analytics/table-figures.ts';
import { weekdayHourSchema } from '#contract/analytics/weekday-hours.ts';
import {
  conversionSelectionSchema,
  conversionSummaryQuerySchema,
} from '#contract/conversions/query.ts';
import { type ConversionLedger, conversionLedgerSchema } from '#contract/conversions/schemas.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { endpoints } from '#contract/endpoints.ts';
import { thirteenMonthsTo, windowOf } from '#contract/period.ts';
import { invalid, Refusal } from '../../platform/refusal.ts';
import type { ReportAnswers, ReportCall } from '../dashboard/report-answers.ts';
import { withKnownCosts, withoutRatios } from './known-costs.ts';
import type { Lines } from './sheet.ts';

/** A query's parameters as they were sent. */
export type RawQuery = Record<string, string | string[]>;

type Exported = {
  /** The title of the report. */
  title: string;
  read: (
    answers: ReportAnswers,
    written: RawQuery,
    caller: Omit<ReportCall<unknown>, 'query'>,
  ) => Promise<Lines & { meta: ReportMeta }>;
};

const exported = <Schema extends z.ZodType, Data>(
  title: string,
  schema: Schema,
  answerOf: (
    answers: ReportAnswers,
  ) => (call: ReportCall<z.output<Schema>>) => Promise<{ data: Data; meta: ReportMeta }>,
  linesOf: (data: Data, query: z.output<Schema>, meta: ReportMeta) => Lines,
  /** What the lines cover, where that differs from the query. */
  aboutOf: (meta: ReportMeta) => ReportMeta = (meta) => meta,
): Exported => ({
  title,
  async read(answers, written, caller) {
    const query = parsed(schema, written);
    const { data, meta } = await answerOf(answers)({ ...caller, query });
    return { meta: aboutOf(meta), ...linesOf(data, query, meta) };
  },
});

/** The months are whole ones up to the last day of the query, without a comparison. */
function ofThirteenMonths(meta: ReportMeta): ReportMeta {
  const { start, end } = thirteenMonthsTo(meta.end_date);
  const { from, to } = windowOf({ start, end }, meta.timezone);
  return {
    ...meta,
    start_date: start,
    end_date: end,
    compare: null,
    utc_from: from.toISOString(),
    utc_to: to.toISOString(),
  };
}

/** The kind of a line, where a report has more than rows. */
const marked = (name: string) => (part: object) => ({ line: name, ...part });
const lined = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ line: z.string(), ...shape });

const tableLine = lined({
  ...tableRowSchema.omit({ child_group_by: true }).shape,
  parents: z.string().optional(),
  groups: tableSchema.shape.other.shape.count.optional(),
});
/** The campaign and the ad set of a row, in one column. */
const parentNames = ({ parents }: TableRow): string | undefined =>
  parents?.map(({ label }) => label).join(' > ');
/** The summary below the rows, with all that the screen shows of it. */
const summed = <Part extends Sums>(part: Part, places: number) => ({
  ...part,
  ...ratiosOf(part, places),
});
/** An hour that exists only on the compared day is a line of its own, as on the screen. */
const graphLine = graphPointSchema.omit({ lone_previous: true });
const inOrderOfTime = ({ lone_previous: lone = [], ...point }: GraphPoint) => [
  ...lone.map(({ date, start, previous_so_far: part, ...previous }) => ({
    date,
    start,
    partial: false,
    previous,
    ...(part && { previous_so_far: part }),
  })),
  point,
];
const clicksLine = lined({
  ...clicksSchema.shape.series.element.shape,
  bots: clicksSchema.shape.bots.optional(),
});
const rangeLine = lined({
  ...revenueRangeSchema.shape.rows.element.shape,
  change: revenueRangeSchema.shape.total.shape.change.optional(),
});
const funnelLine = lined(funnelSchema.shape.steps.element.shape);

const figureLine = z.object({
  kind: z.string(),
  id: z.string(),
  project: z.int(),
  time: z.string(),
  side: z.string().nullable(),
  known_by: z.string().nullable(),
  affid: z.string().nullable(),
  affiliate_name: z.string().nullable(),
  campaign_id: z.string().nullable(),
  campaign_label: z.string().nullable(),
  country: z.string().nullable(),
  credit: z.number(),
  reports: z.int(),
  amount: z.number(),
});
const ofFigure = ({ project_id, label, events, credit, amount, ...row }: FigureRow) => ({
  ...row,
  project: project_id,
  known_by: label,
  reports: events,
  credit: Number(credit),
  amount: Number(amount),
});

const { conversions: found, ...money } = conversionLedgerSchema.shape.total.shape;
const ledgerLine = lined({
  part: z.string(),
  found,
  worth: money.revenue,
  server_worth: money.server_revenue.optional(),
  browser_worth: money.browser_revenue.optional(),
});
const ofLedger = (
  line: string,
  part: string,
  {
    conversions,
    revenue,
    ...sides
  }: Omit<ConversionLedger['total'], `${string}_revenue`> & Partial<ConversionLedger['total']>,
) => ({
  line,
  part,
  found: conversions,
  worth: revenue,
  server_worth: sides.server_revenue,
  browser_worth: sides.browser_revenue,
});

const bothTotals = z.object({
  ...rcDataSchema.shape,
  ...ccDataSchema.shape,
  previous: z
    .object({
      ...rcDataSchema.shape.previous.unwrap().shape,
      ...ccDataSchema.shape.previous.unwrap().shape,
    })
    .nullable(),
  change: z
    .object({
      ...rcDataSchema.shape.change.unwrap().shape,
      ...ccDataSchema.shape.change.unwrap().shape,
    })
    .nullable(),
});

/** The figures of both calls side by side, as the screen shows them; common fields are the same. */
const totals =
  ({ rcData, ccData }: ReportAnswers) =>
  async (call: ReportCall<z.output<typeof reportQuerySchema>>) => {
    const [{ data: money, meta }, { data: traffic }] = await Promise.all([
      rcData(call),
      ccData(call),
    ]);
    const data = {
      ...money,
      ...traffic,
      previous: { ...money.previous, ...traffic.previous },
      change: { ...money.change, ...traffic.change },
    };
    return { data, meta };
  };

/** The most rows of a table. */
const mostTableRows = 100_000;

const hidesCost = (query: ReportQuery): boolean => costHidingFilter(filtersIn(query)) !== null;

/** A file has no next page and no closed section, so it holds every row up to a limit. */
const wholeTableSchema = tableQuerySchema.extend({
  limit: tableQuerySchema.shape.limit.unwrap().default(mostTableRows),
  spent: tableQuerySchema.shape.spent.transform((): SpentPart => 'rows'),
  parents: tableQuerySchema.shape.parents.unwrap().default(true),
});

/** How each report becomes lines: its rows, then the summary that the screen shows below them. */
export const exportedReports: Record<ExportedReport, Exported> = {
  totals: exported('Totals', reportQuerySchema, totals, (data, query) => ({
    schema: bothTotals,
    lines: [withKnownCosts(data, hidesCost(query))],
  })),
  'rc-data': exported(
    'Revenue and conversions',
    reportQuerySchema,
    ({ rcData }) => rcData,
    (data, query) => ({ schema: rcDataSchema, lines: [withKnownCosts(data, hidesCost(query))] }),
  ),
  'rc-chart-data': exported(
    'Over time',
    reportQuerySchema,
    ({ rcChartData }) => rcChartData,
    (data) => ({ schema: graphLine, lines: data.flatMap(inOrderOfTime) }),
  ),
  'cc-data': exported(
    'Clicks and conversions',
    reportQuerySchema,
    ({ ccData }) => ccData,
    (data) => ({ schema: ccDataSchema, lines: [data] }),
  ),
  clicks: exported(
    'Clicks',
    reportQuerySchema,
    ({ clicks }) => clicks,
    ({ total, unique, bots, series }) => ({
      schema: clicksLine,
      lines: [
        ...series.map(marked('row')),
        marked('total')({ clicks: total, unique_clicks: unique, bots }),
      ],
    }),
  ),
  'rc-table-data': exported(
    'Breakdown',
    wholeTableSchema,
    ({ rcTableData }) => rcTableData,
    (table, query, meta) => {
      const { rows, spent, unattributed, total } = table;
      const { count, ...other } = table.other;
      const spentRows = spent?.rows ?? [];
      const places = moneyPlaces(meta.currency);
      const { parent = [] } = query;
      const isHidden = !table.estimate && (hidesCost(query) || costHidingGrouping(parent) !== null);
      const known = (part: TableRow | Sums): object => {
        const line = withKnownCosts(part, isHidden);
        return hasCostOfRow(table, part) ? line : withoutRatios(line);
      };
      const knownRow = (row: TableRow) => ({ ...known(row), parents: parentNames(row) });
      return {
        schema: tableLine,
        lines: [
          ...rows.map(knownRow).map(marked('row')),
          ...spentRows.map(knownRow).map(marked('without server revenue')),
          marked('unattributed')(known(summed(unattributed, places))),
          marked('other')({
            ...known(summed(remainder(other, spentRows, places), places)),
            groups: count - spentRows.length,
          }),
          marked('total')(withKnownCosts(summed(total, places), isHidden)),
        ],
      };
    },
  ),
  'bq-data': exported(
    'Hourly summary',
    reportQuerySchema,
    ({ bqData }) => bqData,
    (written) => ({
      schema: hourlyRowSchema,
      lines: z.array(hourlyRowSchema).parse(JSON.parse(`[${Buffer.concat(written)}]`)),
    }),
  ),
  'conversion-summary': exported(
    'Conversions by hour or day',
    conversionSummaryQuerySchema,
    ({ conversionSummary }) => conversionSummary,
    (data) => ({ schema: hourlyRowSchema, lines: data }),
  ),
  'country-breakdown': exported(
    'Countries',
    reportQuerySchema,
    ({ countryBreakdown }) => countryBreakdown,
    (data) => ({ schema: countryRowSchema, lines: data }),
  ),
  'states-breakdown': exported(
    'States',
    reportQuerySchema,
    ({ statesBreakdown }) => statesBreakdown,
    (data) => ({ schema: stateRowSchema, lines: data }),
  ),
  'weekday-hours': exported(
    'Hours of the week',
    reportQuerySchema,
    ({ weekdayHours }) => weekdayHours,
    (data) => ({ schema: weekdayHourSchema, lines: data }),
  ),
  'revenue-date-range': exported(
    'Revenue in range',
    reportQuerySchema,
    ({ revenueDateRange }) => revenueDateRange,
    ({ rows, total }) => ({
      schema: rangeLine,
      lines: [...rows.map(marked('row')), marked('total')(total)],
    }),
  ),
  'revenue-last-year': exported(
    'Last 13 months',
    reportQuerySchema,
    ({ revenueLastYear }) => revenueLastYear,
    (data) => ({ schema: monthRowSchema, lines: data }),
    ofThirteenMonths,
  ),
  'funnel-analysis-data': exported(
    'Funnel',
    funnelQuerySchema,
    ({ funnelAnalysisData }) => funnelAnalysisData,
    ({ steps, previous_steps: previous }) => ({
      schema: funnelLine,
      lines: [...steps.map(marked('row')), ...(previous ?? []).map(marked('previous'))],
    }),
  ),
  'rc-payment-data': exported(
    'Payments',
    reportQuerySchema,
    ({ rcPaymentData }) => rcPaymentData,
    (data) => ({ schema: paymentSchema, lines: data }),
  ),
  'all-rc-payment-data': exported(
    'Payments of all affiliates',
    endpoints.allRcPaymentData.query,
    ({ allRcPaymentData }) => allRcPaymentData,
    (data) => ({ schema: paymentSchema, lines: data }),
  ),
  'figure-rows': exported(
    'Rows of a figure',
    figureRowsQuerySchema.omit({ limit: true, cursor: true }),
    ({ figureRows }) =>
      (call) =>
        figureRows({ ...call, query: { ...call.query, limit: mostRows } }),
    ({ rows, next_cursor }) => {
      if (next_cursor !== null) {
        throw invalid('figure', 'This is more than 50,000 rows. Choose a shorter period.');
      }
      return { schema: figureLine, lines: rows.map(ofFigure) };
    },
  ),
  'conversion-ledger': exported(
    'Server and browser',
    conversionSelectionSchema,
    ({ conversionLedger }) => conversionLedger,
    ({ lines, total, fallback, causes, countings }) => ({
      schema: ledgerLine,
      lines: [
        ...lines.map(({ pairing, ...line }) => ofLedger('seen by', pairing, line)),
        ofLedger('total', '', total),
        ofLedger('fallback', '', fallback),
        ...causes.map(({ cause, ...line }) => ofLedger('cause', cause, line)),
        ...countings.map(({ by, ...line }) => ofLedger('counted', by, line)),
      ],
    }),
  ),
};

const mostRows = 50_000;

/** Parses a query by the rules of its report and refuses it in the same words. */
function parsed<Schema extends z.ZodType>(schema: Schema, written: RawQuery): z.output<Schema> {
  const result = schema.safeParse(written);
  if (result.success) return result.data;
  const refused: Record<string, string[]> = Object.create(null);
  for (const issue of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const fields = unknown.length > 0 ? unknown : [String(issue.path[0] ?? 'non_field_errors')];
    const message = unknown.length > 0 ? 'Unknown field.' : issue.message;
    for (const field of fields) refused[field] = [...(refused[field] ?? []), message];
  }
  throw new Refusal(400, refused);
}
