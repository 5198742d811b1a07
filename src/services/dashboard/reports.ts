import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  CcData,
  CountryRow,
  Funnel,
  GraphPoint,
  MonthRow,
  Payment,
  RcData,
  ReportMeta,
  RevenueRange,
  StateRow,
  Table,
} from '#contract/analytics/report.ts';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { american } from '#contract/period.ts';
import type {
  Freshness,
  Question,
  ReportResponse,
  StatesQuestion,
  TableQuestion,
} from '#model/query.ts';
import type { AnswerOf, Api, QueryValue } from '../kit/api.ts';
import { isEmptyReport, withEmptyReason } from './empty-reason.ts';

type ReadReport<Asked, Data> = (
  question: Asked,
  signal: AbortSignal,
) => Promise<ReportResponse<Data>>;

/** The reports that both sources answer, in one shape. */
export type Reports = {
  totals: ReadReport<Question, RcData>;
  graph: ReadReport<Question, GraphPoint[]>;
  table: ReadReport<TableQuestion, Table>;
  months: ReadReport<Question, MonthRow[]>;
};

/** The reports that only the dashboard calls answer. */
export type RestReports = Reports & {
  clicks: ReadReport<Question, CcData>;
  countries: ReadReport<Question, CountryRow[]>;
  states: ReadReport<StatesQuestion, StateRow[]>;
  weekdayHours: ReadReport<Question, WeekdayHour[]>;
  revenue: ReadReport<Question, RevenueRange>;
  funnel: ReadReport<Question, Funnel>;
  payments: ReadReport<Question, Payment[]>;
  allPayments: ReadReport<Question, Payment[]>;
};

/** Whether a project has ever received an event; called only for empty reports. */
export type ProjectHistory = {
  hasEvents(question: Question): Promise<boolean>;
  /** Registers a running request whose response contains the project's first event. */
  learnFrom(project: number, answer: Promise<{ data: RevenueRange }>): void;
};

/** Starts a request when fewer than the allowed number are running. */
export type QueueRequest = <Result>(request: () => Promise<Result>) => Promise<Result>;

/**
 * The `load` requests of loaders: `load` uses the question's source, `loadRest` always uses the dashboard calls. A
 * refresh waits until the page is visible.
 */
export function reportLoads(
  whenVisible: (signal: AbortSignal) => Promise<void>,
  queueRequest: QueueRequest,
) {
  const load = <Asked extends Question, Data>(
    sources: Record<Question['source'], ReadReport<Asked, Data>>,
  ): PromiseActorLogic<ReportResponse<Data>, { query: Asked; isRefresh?: boolean }> =>
    fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
      if (isRefresh) await whenVisible(signal);
      return queueRequest(async () => {
        signal.throwIfAborted();
        return Promise.race([sources[query.source](query, signal), aborted(signal)]);
      });
    });
  return {
    load,
    loadRest: <Asked extends Question, Data>(rest: ReadReport<Asked, Data>) =>
      load({ rest, cube: rest }),
  };
}

type ReportCall =
  | 'rcData'
  | 'ccData'
  | 'rcChartData'
  | 'rcTableData'
  | 'countryBreakdown'
  | 'statesBreakdown'
  | 'weekdayHours'
  | 'revenueDateRange'
  | 'revenueLastYear'
  | 'funnelAnalysisData'
  | 'rcPaymentData'
  | 'allRcPaymentData';
type DataOf<Name extends ReportCall> = AnswerOf<Name>['data'];

/** An aborted request frees its place in the queue at once. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The dashboard calls, without the counts of excluded rows, which no panel shows. */
export function restReports(api: Api, history: ProjectHistory): RestReports {
  const reportOf =
    <Name extends ReportCall, Asked extends Question>(
      name: Name,
      params: (question: Asked) => Record<string, QueryValue>,
      isBlank: (data: DataOf<Name>) => boolean,
    ): ReadReport<Asked, DataOf<Name>> =>
    async (question, signal) => {
      const report = await api.call(name, { query: { ...params(question), excluded: 0 }, signal });
      return withReason(question, report, isBlank, () => history.hasEvents(question));
    };

  return {
    totals: reportOf('rcData', paramsOf, isEmptyReport.totals),
    clicks: reportOf('ccData', paramsOf, isEmptyReport.clicks),
    graph: reportOf('rcChartData', paramsOf, isEmptyReport.graph),
    table: reportOf('rcTableData', tableParamsOf, isEmptyReport.table),
    countries: reportOf('countryBreakdown', paramsOf, isEmptyReport.list),
    states: reportOf('statesBreakdown', regionsParamsOf, isEmptyReport.list),
    weekdayHours: reportOf('weekdayHours', paramsOf, isEmptyReport.list),
    months: reportOf('revenueLastYear', paramsOf, isEmptyReport.months),
    funnel: reportOf('funnelAnalysisData', paramsOf, isEmptyReport.funnel),
    payments: reportOf('rcPaymentData', paramsOf, isEmptyReport.list),
    allPayments: reportOf('allRcPaymentData', allProjectsParamsOf, isEmptyReport.list),
    async revenue(question, signal) {
      const query = { ...paramsOf(question), excluded: 0 };
      const request = api.call('revenueDateRange', { query, signal });
      history.learnFrom(question.project, request);
      const report = await request;
      return withReason(question, report, isEmptyReport.revenue, async () => hasFirstEvent(report));
    },
  };
}

const hasFirstEvent = ({ data }: { data: RevenueRange }): boolean => data.first_event_at !== null;

/**
 * Looks up a project's first event, once for a project that has one. Reports that are empty at the same time share one
 * lookup, which first waits for a running response that contains the answer.
 */
export function createProjectHistory(api: Api): ProjectHistory {
  const known = new Set<number>();
  const running = new Map<number, Promise<boolean>>();
  const expected = new Map<number, Promise<void>>();

  async function readFirstEvent(question: Question): Promise<boolean> {
    await expected.get(question.project);
    if (known.has(question.project)) return true;
    const { signal } = new AbortController();
    const whole = { affiliates: [], countries: [], offerIds: [], filters: {} };
    const plain = paramsOf({ ...question, ...whole, comparison: 'none', comparedPeriod: null });
    const query = { ...plain, excluded: 0 };
    learn(question.project, await api.call('revenueDateRange', { query, signal }));
    return known.has(question.project);
  }

  function learn(project: number, report: { data: RevenueRange }) {
    if (hasFirstEvent(report)) known.add(project);
  }

  return {
    async hasEvents(question) {
      const { project } = question;
      if (known.has(project)) return true;
      const lookup =
        running.get(project) ?? readFirstEvent(question).finally(() => running.delete(project));
      running.set(project, lookup);
      return lookup;
    },
    learnFrom(project, answer) {
      const learned = answer.then(
        (report) => learn(project, report),
        () => {},
      );
      expected.set(project, learned);
    },
  };
}

const withReason = <Data>(
  question: Question,
  { data, meta }: { data: Data; meta: ReportMeta },
  isBlank: (data: Data) => boolean,
  history: () => Promise<boolean>,
) => withEmptyReason(question, { data, freshness: freshnessOf(meta) }, isBlank(data), history);

export const freshnessOf = (meta: ReportMeta): Freshness => ({
  as_of: meta.as_of,
  timezone: meta.timezone,
  granularity: meta.granularity,
  currency: meta.currency,
  compare: meta.compare,
  approximate: meta.approximate,
  complete_through: meta.complete_through,
  definitions_version: meta.definitions_version,
});

/** The URL parameters of a report. Empty filters are left out. */
export function paramsOf(question: Question): Record<string, QueryValue> {
  const { affiliates, period, comparedPeriod, filters, countries, offerIds } = question;
  return {
    ...(affiliates.length > 0
      ? { affiliate_id: affiliates.map(({ id }) => id).join(',') }
      : { affiliate_id: 'all', project_id: question.project }),
    start_date: american(period.start),
    end_date: american(period.end),
    timezone: question.timezone,
    browser_conversions: question.browserConversions ? 1 : 0,
    unique_conversions: question.uniqueConversions ? 1 : 0,
    compare: question.comparison,
    ...(comparedPeriod
      ? {
          compare_start: american(comparedPeriod.start),
          compare_end: american(comparedPeriod.end),
        }
      : {}),
    model: question.model,
    lookback_days: question.lookbackDays,
    clock: question.clock,
    as_of: question.asOf ?? undefined,
    countries,
    offer_ids: offerIds,
    ...filters,
  };
}

/** Covers every project that the user may see. */
const allProjectsParamsOf = (question: Question): Record<string, QueryValue> => ({
  ...paramsOf(question),
  affiliate_id: undefined,
  project_id: undefined,
});

/** The opened country replaces the selected countries. */
export const regionsParamsOf = ({
  country,
  ...question
}: StatesQuestion): Record<string, QueryValue> =>
  paramsOf(country === null ? question : { ...question, countries: [country] });

/** Opened rows become filters. */
export function tableParamsOf(question: TableQuestion): Record<string, QueryValue> {
  return {
    ...paramsOf(question),
    parent: question.path.map(({ grouping, key }) =>
      key === null ? grouping : `${grouping}:${key}`,
    ),
    group_by: question.grouping,
    min_revenue: question.isEarning ? '0.01' : '0',
    estimated_cost: question.isEstimated ? 1 : undefined,
    spent: question.isEarning ? question.spent : undefined,
    ...Object.fromEntries(question.extras.map((extra) => [extra, extra === 'clocks' ? 'both' : 1])),
    sort: question.sort,
    order: question.order,
    limit: question.limit,
  };
}
