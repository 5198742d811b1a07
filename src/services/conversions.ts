import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { ConversionStory } from '#contract/conversion.ts';
import { type LogFilter, type LogPage, openLog } from '#contract/conversion-log.ts';
import type { Query } from '#contract/query.ts';
import type { Api, QueryValue } from './api.ts';
import { lackOf } from './lack.ts';
import { type History, paramsOf } from './reports.ts';

/** Half a screen more than a tall one shows. */
const pageSize = 50;

type Asked = { query: Query; filter: LogFilter; cursor: string | null };

/** `GET conversions/`. */
export const readLog = (api: Api, history: History): PromiseActorLogic<LogPage, Asked> =>
  fromPromise(async ({ input: { query, filter, cursor }, signal }) => {
    const { rows, headers } = await api.page('listConversions', {
      query: {
        ...selectionOf(query),
        ...narrowingOf(filter),
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
      lack: rows.length === 0 ? await reasonFor(query, filter, history) : null,
    };
  });

/** `GET conversions/{id}/`. */
export const readStory = (
  api: Api,
): PromiseActorLogic<ConversionStory, { id: string; lookbackDays: number }> =>
  fromPromise(({ input: { id, lookbackDays }, signal }) =>
    api.call('readConversion', { params: { id }, query: { lookback_days: lookbackDays }, signal }),
  );

/** The selection as every report is asked for, without what only figures have. */
function selectionOf(query: Query): Record<string, QueryValue> {
  const {
    browser_conversions: _browser,
    unique_conversions: _unique,
    compare: _compare,
    compare_start: _start,
    compare_end: _end,
    model: _model,
    lookback_days: _lookback,
    clock: _clock,
    ...selection
  } = paramsOf({ ...query, source: 'rest' });
  return selection;
}

const narrowingOf = ({
  status,
  pairing,
  attributed,
  search,
}: LogFilter): Record<string, QueryValue> => ({
  status: status === null ? undefined : [status],
  pairing: pairing === null ? undefined : [pairing],
  attributed: attributed === null ? undefined : attributed ? 1 : 0,
  search: search.trim() || undefined,
});

const reasonFor = async (query: Query, filter: LogFilter, history: History) =>
  JSON.stringify(filter) === JSON.stringify(openLog)
    ? lackOf(query, () => history.isKnown({ ...query, source: 'rest' }))
    : 'filtered';
