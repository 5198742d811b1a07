import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { StatementDetail } from '#contract/payouts/statement.ts';
import type {
  SaveStatements,
  StatementQuestion,
  StatementRow,
  StatementsScope,
} from '#model/offer-payouts.ts';
import type { PayoutDraft } from '#model/payouts.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';
import { keepDownload } from '../kit/keep-file.ts';

const paramsOf = ({ project, affiliates, timezone, period }: StatementsScope) => ({
  project_id: project,
  affiliate_id: affiliates.length > 0 ? affiliates.map(String) : ['all'],
  start_date: period.start,
  end_date: period.end,
  timezone,
});

/** `GET payout-statements/`. */
export const readStatements = (api: Api): ReadEntries<StatementsScope, StatementRow> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const rows = await api.call('payoutStatements', { query: paramsOf(scope), signal });
    return { rows: rows.map((row) => ({ ...row, id: row.affiliate })) };
  });

/** `POST payouts/` with an idempotency key, so that a retry after a lost response records nothing twice. */
export const payStatement = (api: Api): SaveEntry<StatementsScope, StatementRow, PayoutDraft> =>
  fromPromise(async ({ input: { scope, entry, draft }, signal }) => {
    if (!entry) throw new Error('A payment has no affiliate.');
    const body = { project: scope.project, affiliate: entry.affiliate, ...draft };
    const recorded = await idempotent(api, 'createPayout', { body, signal });
    return { entry: { ...entry, recorded }, affectsOthers: true };
  });

/** `POST payouts/{id}/undo/`. */
export const undoPayment = (
  api: Api,
): RunAction<StatementsScope, StatementRow, { kind: 'undo'; payout: number }> =>
  fromPromise(async ({ input: { action }, signal }) => {
    forgetUnconfirmed('createPayout');
    await api.call('undoPayout', { params: { id: action.payout }, body: {}, signal });
    return {};
  });

/** `GET payout-statements/{affiliate}/lines/`. */
export const readStatement = (
  api: Api,
  now: () => number,
): PromiseActorLogic<
  ReportResponse<StatementDetail>,
  { query: StatementQuestion; isRefresh?: boolean }
> =>
  fromPromise(async ({ input: { query }, signal }) => {
    const { affiliate, timezone, period } = query;
    const data = await api.call('payoutStatement', {
      params: { id: affiliate },
      query: { start_date: period.start, end_date: period.end, timezone },
      signal,
    });
    const as_of = new Date(now()).toISOString();
    const { currency } = data.statement;
    const freshness = { as_of, timezone, granularity: 'day', currency, compare: null } as const;
    return { data, freshness: { ...freshness, approximate: [] }, emptyReason: null };
  });

/** `GET payout-statements/export/`, then saves the file to the browser's download folder. */
export const saveStatements = (
  api: Api,
  window: Window,
): PromiseActorLogic<string, { request: SaveStatements }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { scope, format } = request;
    const query = { ...paramsOf(scope), format };
    const file = await api.download('exportStatements', { query, signal });
    return keepDownload(window, file, { otherwise: `payout-statements.${format}`, signal });
  });
