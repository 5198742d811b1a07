import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OfferAccess } from '#contract/offers/access.ts';
import type {
  AccessAct,
  AccessChange,
  AccessRow,
  LinkAct,
  LinkBases,
  OfferConversionsPage,
  OfferConversionsRequest,
  OfferLinkRow,
  OfferScope,
  TestRequest,
  TestRun,
} from '#model/offer-detail.ts';
import { ownPeriod, todayIn } from '#model/own-days.ts';
import { selectionParamsOf } from '../conversions/conversion-params.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';

type WhenVisible = (signal: AbortSignal) => Promise<void>;

/** More rows than a tall screen shows. */
const pageSize = 50;

/** `GET offers/{id}/links/` with `GET tracking-links/`. */
export const readOfferLinks = (api: Api): ReadEntries<OfferScope, OfferLinkRow, LinkBases> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const [rows, bases] = await Promise.all([
      api.call('listOfferLinks', { params: { id: scope.id }, signal }),
      api.call('listTrackingLinks', { query: { project_id: scope.project }, signal }),
    ]);
    return { rows, extra: { bases } };
  });

/** `POST offers/{id}/links/`: the same affiliate and parameters give the same link. */
export const saveOfferLink = (api: Api): RunAction<OfferScope, OfferLinkRow, LinkAct> =>
  fromPromise(async ({ input: { scope, action }, signal }) => ({
    entry: await api.call('saveOfferLink', {
      params: { id: scope.id },
      body: action.link,
      signal,
    }),
  }));

/** `POST offers/{id}/test-postback/`. */
export const startTest = (api: Api): PromiseActorLogic<TestRun, { request: TestRequest }> =>
  fromPromise(({ input: { request }, signal }) =>
    api.call('testOfferPostback', {
      params: { id: request.id },
      body: { affiliate: request.affiliate, value: request.value },
      signal,
    }),
  );

/** `GET postback-tests/{id}/`. */
export const readTest = (
  api: Api,
): PromiseActorLogic<TestRun, { request: TestRequest; run: TestRun }> =>
  fromPromise(({ input: { run }, signal }) =>
    api.call('readPostbackTest', { params: { id: run.id }, signal }),
  );

const rowOf = (access: OfferAccess): AccessRow => ({ ...access, id: access.affiliate });

/** `GET offers/{id}/access/`. */
export const readAccess = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<OfferScope, AccessRow> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const rows = await api.call('listOfferAccess', { params: { id: scope.id }, signal });
    return { rows: rows.map(rowOf) };
  });

/**
 * `POST offers/{id}/access/` for a request; for a decision `PATCH offers/{id}/access/{affiliate}/`, or
 * `POST offers/{id}/access/bulk/` about several.
 */
export const changeAccess = (api: Api): SaveEntry<OfferScope, AccessRow, AccessChange> =>
  fromPromise(async ({ input: { scope, draft }, signal }) => {
    const params = { id: scope.id };
    if (draft.kind === 'request') {
      const { affiliate, note } = draft;
      const body = { affiliate, note };
      const access = await idempotent(api, 'requestOfferAccess', { params, body, signal });
      return { entry: rowOf(access) };
    }
    const { affiliates, status, reason } = draft;
    const [one, another] = affiliates;
    if (one !== undefined && another === undefined) {
      const access = await api.call('decideOfferAccess', {
        params: { ...params, affiliate_id: one.id },
        body: { status, reason },
        ...(one.version === null ? {} : { version: one.version }),
        signal,
      });
      return { entry: rowOf(access) };
    }
    const body = { affiliates: affiliates.map(({ id }) => id), status, reason };
    await api.call('decideOfferAccessOfMany', { params, body, signal });
    return {};
  });

/** `POST offers/{id}/access/undo/`. An affiliate that had no state before leaves the list, so it is read again. */
export const undoAccess = (api: Api): RunAction<OfferScope, AccessRow, AccessAct> =>
  fromPromise(async ({ input: { scope, action }, signal }) => {
    const decisions = action.affiliates.map(({ id, version }) => ({
      affiliate: id,
      version: version ?? 0,
    }));
    await api.call('undoOfferAccess', { params: { id: scope.id }, body: { decisions }, signal });
    return {};
  });

/** `GET conversions/` of one offer. A refresh waits until the page is visible. */
export const readOfferConversions = (
  api: Api,
  now: () => number,
  whenVisible: WhenVisible,
): PromiseActorLogic<OfferConversionsPage, OfferConversionsRequest> =>
  fromPromise(async ({ input: { query: question, cursor, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const { query, offerId, range } = question;
    const period = ownPeriod(range, todayIn(now(), query.timezone));
    const { rows, headers } = await api.page('listConversions', {
      query: {
        ...selectionParamsOf({
          ...query,
          period,
          offerIds: [offerId],
          countries: [],
          filters: {},
          comparison: 'none',
          comparedPeriod: null,
        }),
        limit: pageSize,
        cursor: cursor ?? undefined,
      },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });
