import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { HourlyRow } from '#contract/analytics/report.ts';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionDetail, ConversionLedger } from '#contract/conversions/schemas.ts';
import type { FoundConversion } from '#contract/conversions/search.ts';
import { shortestSearch } from '#contract/conversions/shortest-search.ts';
import type { LogPage, LogQuestion, LogRequest, SummaryQuestion } from '#model/conversion-log.ts';
import type { EmptyReason, Query, Question, ReportResponse } from '#model/query.ts';
import { emptyReasonOf } from '../dashboard/empty-reason.ts';
import { freshnessOf, type ProjectHistory } from '../dashboard/reports.ts';
import type { Api } from '../kit/api.ts';
import { logParamsOf, selectionParamsOf, summaryParamsOf } from './conversion-params.ts';

/** More rows than a tall screen shows. */
const pageSize = 50;

/** `GET conversions/`. A refresh waits until the page is visible. */
export const readLog = (
  api: Api,
  history: ProjectHistory,
  whenVisible: (signal: AbortSignal) => Promise<void>,
): PromiseActorLogic<LogPage, LogRequest> =>
  fromPromise(async ({ input: { query, filter, cursor, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const { rows, headers } = await api.page('listConversions', {
      query: {
        ...logParamsOf({ ...query, filter }),
        limit: pageSize,
        cursor: cursor ?? undefined,
        total: cursor === null ? 1 : 0,
      },
      signal,
    });
    const total = headers.get('X-Total-Count');
    return {
      rows,
      next: headers.get('X-Next-Cursor'),
      total: total === null ? null : Number(total),
      asOf: new Date(headers.get('Date') ?? Date.now()).toISOString(),
      emptyReason: rows.length === 0 ? await logEmptyReasonOf({ ...query, filter }, history) : null,
      elsewhere:
        rows.length === 0 && cursor === null
          ? await foundElsewhere(api, { ...query, filter }, signal)
          : [],
    };
  });

/** `GET search/`: what the text of an empty log finds on all days. */
async function foundElsewhere(
  api: Api,
  { filter, ...query }: LogQuestion,
  signal: AbortSignal,
): Promise<FoundConversion[]> {
  const search = filter.search.trim();
  if (search.length < shortestSearch) return [];
  const { affiliate_id, project_id } = selectionParamsOf(query);
  const { conversions } = await api.call('searchProject', {
    query: { affiliate_id, project_id, search },
    signal,
  });
  return conversions;
}

/** `GET conversions/{id}/`. */
export const readConversionDetail = (
  api: Api,
): PromiseActorLogic<ConversionDetail, { id: string; lookbackDays: number }> =>
  fromPromise(({ input: { id, lookbackDays }, signal }) =>
    api.call('readConversion', { params: { id }, query: { lookback_days: lookbackDays }, signal }),
  );

/**
 * `GET conversions/summary/`. The screen itself says that it hides hours without revenue, so no reason is given for
 * them.
 */
export const readSummary =
  (api: Api, history: ProjectHistory) =>
  async (question: SummaryQuestion, signal: AbortSignal): Promise<ReportResponse<HourlyRow[]>> => {
    const { data, meta } = await api.call('conversionSummary', {
      query: summaryParamsOf(question),
      signal,
    });
    const emptyReason = data.length === 0 ? await reportEmptyReasonOf(question, history) : null;
    return {
      data,
      freshness: freshnessOf(meta),
      emptyReason: question.isEarning && emptyReason !== 'unconfigured' ? null : emptyReason,
    };
  };

/** `GET conversions/ledger/`. */
export const readLedger =
  (api: Api, history: ProjectHistory) =>
  async (question: Question, signal: AbortSignal): Promise<ReportResponse<ConversionLedger>> => {
    const { data, meta } = await api.call('conversionLedger', {
      query: selectionParamsOf(question),
      signal,
    });
    return {
      data,
      freshness: freshnessOf(meta),
      emptyReason:
        data.total.conversions === 0 ? await reportEmptyReasonOf(question, history) : null,
    };
  };

const logEmptyReasonOf = async (
  { filter, ...query }: LogQuestion,
  history: ProjectHistory,
): Promise<EmptyReason> =>
  JSON.stringify(filter) === JSON.stringify(emptyLogFilter)
    ? reportEmptyReasonOf(query, history)
    : 'filtered';

const reportEmptyReasonOf = (query: Query, history: ProjectHistory): Promise<EmptyReason> =>
  emptyReasonOf(query, () => history.hasEvents({ ...query, source: 'rest' }));
