import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Payout } from '#contract/payouts/schemas.ts';
import type {
  BalanceRow,
  PayoutDraft,
  PayoutPage,
  PayoutsRequest,
  SavePayouts,
} from '#model/payouts.ts';
import type { Query } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';
import { keepDownload } from '../kit/keep-file.ts';

/** The affiliates of the selection; a payout belongs to no campaign or country. */
const selected = ({ project, affiliates }: Query) => ({
  project_id: project,
  affiliate_id: affiliates.length > 0 ? affiliates.map(({ id }) => String(id)) : ['all'],
});

/** `GET payout-balances/`. */
export const readBalances = (api: Api): ReadEntries<Query, BalanceRow> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const { period, timezone } = scope;
    const rows = await api.call('payoutBalances', {
      query: { ...selected(scope), through: period.end, timezone },
      signal,
    });
    return { rows: rows.map((row) => ({ ...row, id: row.affiliate })) };
  });

/** `POST payouts/` with an idempotency key, so that a retry after a lost response records nothing twice. */
export const createPayout = (api: Api): SaveEntry<Query, BalanceRow, PayoutDraft> =>
  fromPromise(async ({ input: { scope, entry, draft }, signal }) => {
    if (!entry) throw new Error('A payout has no affiliate.');
    const body = { project: scope.project, affiliate: entry.affiliate, ...draft };
    await idempotent(api, 'createPayout', { body, signal });
    return {};
  });

/** `POST payouts/{id}/undo/`. */
export const undoPayout = (
  api: Api,
): RunAction<Query, BalanceRow, { kind: 'undo'; payout: Payout }> =>
  fromPromise(async ({ input: { action }, signal }) => {
    forgetUnconfirmed('createPayout');
    await api.call('undoPayout', { params: { id: action.payout.id }, body: {}, signal });
    return {};
  });

/** `GET payouts/`. */
export const readPayouts = (api: Api): PromiseActorLogic<PayoutPage, PayoutsRequest> =>
  fromPromise(async ({ input: { query, cursor }, signal }) => {
    const { rows, headers } = await api.page('listPayouts', {
      query: { ...selected(query), cursor: cursor ?? undefined },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });

/** `GET payouts/export/`, then saves the file to the browser's download folder. */
export const savePayouts = (
  api: Api,
  window: Window,
): PromiseActorLogic<string, { request: SavePayouts }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { query, format } = request;
    const file = await api.download('exportPayouts', {
      query: { ...selected(query), format },
      signal,
    });
    return keepDownload(window, file, { otherwise: `payouts.${format}`, signal });
  });
