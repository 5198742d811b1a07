import { fromPromise, type PromiseActorLogic } from 'xstate';
import { american } from '#contract/period.ts';
import type { Answer, Freshness, Question, TableQuestion } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData, ReportMeta, Table } from '#contract/report.ts';
import type { Api, QueryValue } from './api.ts';
import { complete, isBlank } from './lack.ts';

type Ask<Asked, Data> = (question: Asked, signal: AbortSignal) => Promise<Answer<Data>>;

/** The data sets that either source can answer, in one shape. */
export type Reports = {
  totals: Ask<Question, RcData>;
  graph: Ask<Question, GraphPoint[]>;
  table: Ask<TableQuestion, Table>;
};

/** Whether a project has ever received an event; asked only about an empty screen. */
export type History = (question: Question, signal: AbortSignal) => Promise<boolean>;

/** The request of a loader: whichever source the question names. */
export const load = <Asked extends Question, Data>(
  sources: Record<Question['source'], Ask<Asked, Data>>,
): PromiseActorLogic<Answer<Data>, { query: Asked }> =>
  fromPromise(({ input, signal }) => sources[input.query.source](input.query, signal));

/** The dashboard calls. */
export function restReports(
  api: Api,
  history: History,
): Reports & { clicks: Ask<Question, CcData> } {
  return {
    async totals(question, signal) {
      const report = await api.call('rcData', { query: paramsOf(question), signal });
      return answerTo(question, report, isBlank.totals, () => history(question, signal));
    },
    async clicks(question, signal) {
      const report = await api.call('ccData', { query: paramsOf(question), signal });
      return answerTo(question, report, isBlank.clicks, () => history(question, signal));
    },
    async graph(question, signal) {
      const report = await api.call('rcChartData', { query: paramsOf(question), signal });
      return answerTo(question, report, isBlank.graph, () => history(question, signal));
    },
    async table(question, signal) {
      const report = await api.call('rcTableData', { query: tableParamsOf(question), signal });
      return answerTo(question, report, isBlank.table, () => history(question, signal));
    },
  };
}

/** Asks for the first event of a project, once per project that has one. */
export function readHistory(api: Api): History {
  const known = new Set<number>();
  return async (question, signal) => {
    if (known.has(question.project)) return true;
    const { data } = await api.call('revenueDateRange', {
      query: paramsOf({ ...question, comparison: 'none' }),
      signal,
    });
    if (data.first_event_at !== null) known.add(question.project);
    return known.has(question.project);
  };
}

const answerTo = <Data>(
  question: Question,
  { data, meta }: { data: Data; meta: ReportMeta },
  isBlank: (data: Data) => boolean,
  history: () => Promise<boolean>,
) => complete(question, { data, freshness: freshnessOf(meta) }, isBlank(data), history);

const freshnessOf = ({
  as_of,
  timezone,
  granularity,
  currency,
  compare,
  approximate,
}: ReportMeta): Freshness => ({ as_of, timezone, granularity, currency, compare, approximate });

/** A question on the wire. Narrowing lists that are empty are left out. */
export function paramsOf(question: Question): Record<string, QueryValue> {
  const { affiliates, period, filters, countries, offerIds } = question;
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
    countries,
    offer_ids: offerIds,
    ...filters,
  };
}

/** Opened rows narrow the question to themselves. */
export function tableParamsOf(question: TableQuestion): Record<string, QueryValue> {
  return {
    ...paramsOf(question),
    ...Object.fromEntries(question.path.map(({ grouping, key }) => [grouping, [key]])),
    group_by: question.grouping,
    sort: question.sort,
    order: question.order,
    limit: question.limit,
  };
}
