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
import { american } from '#contract/period.ts';
import type { Answer, Freshness, Question, StatesQuestion, TableQuestion } from '#model/query.ts';
import type { AnswerOf, Api, QueryValue } from '../kit/api.ts';
import { complete, isBlank } from './empty-reason.ts';

type Ask<Asked, Data> = (question: Asked, signal: AbortSignal) => Promise<Answer<Data>>;

/** The data sets that either source can answer, in one shape. */
export type Reports = {
  totals: Ask<Question, RcData>;
  graph: Ask<Question, GraphPoint[]>;
  table: Ask<TableQuestion, Table>;
  months: Ask<Question, MonthRow[]>;
};

/** The data sets that the dashboard calls alone can answer. */
export type RestReports = Reports & {
  clicks: Ask<Question, CcData>;
  countries: Ask<Question, CountryRow[]>;
  states: Ask<StatesQuestion, StateRow[]>;
  revenue: Ask<Question, RevenueRange>;
  funnel: Ask<Question, Funnel>;
  payments: Ask<Question, Payment[]>;
  allPayments: Ask<Question, Payment[]>;
};

/** Whether a project has ever received an event; asked only about an empty screen. */
export type History = {
  isKnown(question: Question): Promise<boolean>;
  /** An answer that tells it where it has a first event is on its way. */
  expect(project: number, answer: Promise<{ data: RevenueRange }>): void;
};

/** Lets a request begin when it is its turn. */
export type Turn = <Result>(request: () => Promise<Result>) => Promise<Result>;

/**
 * The requests of loaders: `load` asks whichever source the question names, `loadRest` is for a data set that the
 * dashboard calls alone can answer. Nobody's figures are refreshed before somebody sees them.
 */
export function loadsOver(seen: (signal: AbortSignal) => Promise<void>, turn: Turn) {
  const load = <Asked extends Question, Data>(
    sources: Record<Question['source'], Ask<Asked, Data>>,
  ): PromiseActorLogic<Answer<Data>, { query: Asked; isRefresh?: boolean }> =>
    fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
      if (isRefresh) await seen(signal);
      return turn(async () => {
        signal.throwIfAborted();
        return Promise.race([sources[query.source](query, signal), givenUp(signal)]);
      });
    });
  return {
    load,
    loadRest: <Asked extends Question, Data>(rest: Ask<Asked, Data>) => load({ rest, cube: rest }),
  };
}

type ReportCall =
  | 'rcData'
  | 'ccData'
  | 'rcChartData'
  | 'rcTableData'
  | 'countryBreakdown'
  | 'statesBreakdown'
  | 'revenueDateRange'
  | 'revenueLastYear'
  | 'funnelAnalysisData'
  | 'rcPaymentData'
  | 'allRcPaymentData';
type DataOf<Name extends ReportCall> = AnswerOf<Name>['data'];

/** Whoever gives up gives their turn to the next one at once, whatever their request still waits for. */
const givenUp = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The dashboard calls. How much they leave out is asked for by none of them: no panel shows it. */
export function restReports(api: Api, history: History): RestReports {
  const asking =
    <Name extends ReportCall, Asked extends Question>(
      name: Name,
      params: (question: Asked) => Record<string, QueryValue>,
      isBlank: (data: DataOf<Name>) => boolean,
    ): Ask<Asked, DataOf<Name>> =>
    async (question, signal) => {
      const report = await api.call(name, { query: { ...params(question), excluded: 0 }, signal });
      return answerTo(question, report, isBlank, () => history.isKnown(question));
    };

  return {
    totals: asking('rcData', paramsOf, isBlank.totals),
    clicks: asking('ccData', paramsOf, isBlank.clicks),
    graph: asking('rcChartData', paramsOf, isBlank.graph),
    table: asking('rcTableData', tableParamsOf, isBlank.table),
    countries: asking('countryBreakdown', paramsOf, isBlank.list),
    states: asking('statesBreakdown', statesParamsOf, isBlank.list),
    months: asking('revenueLastYear', paramsOf, isBlank.months),
    funnel: asking('funnelAnalysisData', paramsOf, isBlank.funnel),
    payments: asking('rcPaymentData', paramsOf, isBlank.list),
    allPayments: asking('allRcPaymentData', everywhereParamsOf, isBlank.list),
    async revenue(question, signal) {
      const query = { ...paramsOf(question), excluded: 0 };
      const asked = api.call('revenueDateRange', { query, signal });
      history.expect(question.project, asked);
      const report = await asked;
      return answerTo(question, report, isBlank.revenue, async () => hasBegun(report));
    },
  };
}

const hasBegun = ({ data }: { data: RevenueRange }): boolean => data.first_event_at !== null;

/**
 * Asks for the first event of a project, once per project that has one; data sets that are empty together ask once,
 * and not before an answer has come that may tell it anyway.
 */
export function readHistory(api: Api): History {
  const known = new Set<number>();
  const asked = new Map<number, Promise<boolean>>();
  const expected = new Map<number, Promise<void>>();

  async function ask(question: Question): Promise<boolean> {
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
    if (hasBegun(report)) known.add(project);
  }

  return {
    async isKnown(question) {
      const { project } = question;
      if (known.has(project)) return true;
      const running = asked.get(project) ?? ask(question).finally(() => asked.delete(project));
      asked.set(project, running);
      return running;
    },
    expect(project, answer) {
      const learned = answer.then(
        (report) => learn(project, report),
        () => {},
      );
      expected.set(project, learned);
    },
  };
}

const answerTo = <Data>(
  question: Question,
  { data, meta }: { data: Data; meta: ReportMeta },
  isBlank: (data: Data) => boolean,
  history: () => Promise<boolean>,
) => complete(question, { data, freshness: freshnessOf(meta) }, isBlank(data), history);

export const freshnessOf = ({
  as_of,
  timezone,
  granularity,
  currency,
  compare,
  approximate,
  complete_through,
  definitions_version,
}: ReportMeta): Freshness => ({
  as_of,
  timezone,
  granularity,
  currency,
  compare,
  approximate,
  complete_through,
  definitions_version,
});

/** A question on the wire. Narrowing lists that are empty are left out. */
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

/** Whatever somebody may see, not one project's. */
const everywhereParamsOf = (question: Question): Record<string, QueryValue> => ({
  ...paramsOf(question),
  affiliate_id: undefined,
  project_id: undefined,
});

/** The opened country stands in for the chosen ones. */
export const statesParamsOf = ({
  country,
  ...question
}: StatesQuestion): Record<string, QueryValue> =>
  paramsOf(country === null ? question : { ...question, countries: [country] });

/** Opened rows narrow the question to themselves. */
export function tableParamsOf(question: TableQuestion): Record<string, QueryValue> {
  return {
    ...paramsOf(question),
    parent: question.path.map(({ grouping, key }) =>
      key === null ? grouping : `${grouping}:${key}`,
    ),
    group_by: question.grouping,
    min_revenue: question.isEarning ? '0.01' : '0',
    ...Object.fromEntries(question.extras.map((extra) => [extra, extra === 'clocks' ? 'both' : 1])),
    sort: question.sort,
    order: question.order,
    limit: question.limit,
  };
}
