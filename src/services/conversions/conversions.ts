import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { HourlyRow } from '#contract/analytics/report.ts';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionDetail, ConversionLedger } from '#contract/conversions/schemas.ts';
import type { LogPage, LogQuestion, LogRequest, SummaryQuestion } from '#model/conversion-log.ts';
import type { Answer, EmptyReason, Query, Question } from '#model/query.ts';
import { emptyReasonOf } from '../dashboard/empty-reason.ts';
import { freshnessOf, type History } from '../dashboard/reports.ts';
import type { Api } from '../kit/api.ts';
import { logParamsOf, selectionOf, summaryParamsOf } from './conversion-params.ts';

/** Half a screen more than a tall one shows. */
const pageSize = 50;

/** `GET conversions/`. Nobody's rows are refreshed before somebody sees them. */
export const readLog = (
  api: Api,
  history: History,
  seen: (signal: AbortSignal) => Promise<void>,
): PromiseActorLogic<LogPage, LogRequest> =>
  fromPromise(async ({ input: { query, filter, cursor, isRefresh }, signal }) => {
    if (isRefresh) await seen(signal);
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
      lack: rows.length === 0 ? await reasonFor({ ...query, filter }, history) : null,
    };
  });

/** `GET conversions/{id}/`. */
export const readStory = (
  api: Api,
): PromiseActorLogic<ConversionDetail, { id: string; lookbackDays: number }> =>
  fromPromise(({ input: { id, lookbackDays }, signal }) =>
    api.call('readConversion', { params: { id }, query: { lookback_days: lookbackDays }, signal }),
  );

/** `GET conversions/summary/`. Hours that earned nothing are a filter of the screen, which says so by itself. */
export const readSummary =
  (api: Api, history: History) =>
  async (question: SummaryQuestion, signal: AbortSignal): Promise<Answer<HourlyRow[]>> => {
    const { data, meta } = await api.call('conversionSummary', {
      query: summaryParamsOf(question),
      signal,
    });
    const lack = data.length === 0 ? await lackIn(question, history) : null;
    return {
      data,
      freshness: freshnessOf(meta),
      lack: question.isEarning && lack !== 'unconfigured' ? null : lack,
    };
  };

/** `GET conversions/ledger/`. */
export const readLedger =
  (api: Api, history: History) =>
  async (question: Question, signal: AbortSignal): Promise<Answer<ConversionLedger>> => {
    const { data, meta } = await api.call('conversionLedger', {
      query: selectionOf(question),
      signal,
    });
    return {
      data,
      freshness: freshnessOf(meta),
      lack: data.total.conversions === 0 ? await lackIn(question, history) : null,
    };
  };

const reasonFor = async (
  { filter, ...query }: LogQuestion,
  history: History,
): Promise<EmptyReason> =>
  JSON.stringify(filter) === JSON.stringify(emptyLogFilter) ? lackIn(query, history) : 'filtered';

const lackIn = (query: Query, history: History): Promise<EmptyReason> =>
  emptyReasonOf(query, () => history.isKnown({ ...query, source: 'rest' }));
