import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OfferDetail, OfferReport, OfferStatusPreview } from '#contract/offers/offer.ts';
import type { Terms, TermsPreview } from '#contract/offers/terms.ts';
import type {
  ActedOffer,
  OfferAct,
  OfferLogPage,
  OfferLogRequest,
  OfferReportQuestion,
  OfferScope,
  SettableStatus,
  StatusChange,
  TermsAct,
  TermsDraft,
} from '#model/offer-detail.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction } from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';
import { offerParamsOf } from './offer-params.ts';

type WhenVisible = (signal: AbortSignal) => Promise<void>;

/** More entries than a tall screen shows. */
const logPageSize = 50;

/** `GET offers/{id}/`. An offer that does not exist, or that is of another project, is an empty list. */
export const readOneOffer = (
  api: Api,
  whenVisible: WhenVisible,
): ReadEntries<OfferScope, OfferDetail> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const offer = await api
      .call('readOffer', { params: { id: scope.id }, signal })
      .catch((thrown: { kind?: string }) => {
        if (thrown.kind === 'missing') return null;
        throw thrown;
      });
    return { rows: offer?.project === scope.project ? [offer] : [] };
  });

/** `POST offers/{id}/restore-destination/`. */
export const actOnOffer = (api: Api): RunAction<OfferScope, OfferDetail, OfferAct> =>
  fromPromise(async ({ input: { action }, signal }) => ({
    entry: await api.call('restoreDestination', {
      params: { id: action.offer.id },
      body: {},
      version: action.offer.version,
      signal,
    }),
  }));

/** `GET offers/{id}/status/`. */
export const previewStatus = (
  api: Api,
): PromiseActorLogic<OfferStatusPreview, { offer: ActedOffer }> =>
  fromPromise(({ input: { offer }, signal }) =>
    api.call('previewOfferStatus', { params: { id: offer.id }, signal }),
  );

/**
 * `POST offers/{id}/status/`. An archived offer comes back as a paused one; one that was never active is refused that
 * and comes back as pending. Refused where someone else changed the offer meanwhile.
 */
export const changeStatus = (
  api: Api,
): PromiseActorLogic<OfferDetail, { offer: ActedOffer; change: StatusChange }> =>
  fromPromise(async ({ input: { offer, change }, signal }) => {
    const { to, reason, withoutTest } = change;
    const set = (status: SettableStatus) =>
      api.call('changeOfferStatus', {
        params: { id: offer.id },
        body: { to: status, reason, without_test: withoutTest },
        version: offer.version,
        signal,
      });
    if (to !== 'pending') return set(to);
    return set('paused').catch((thrown: { kind?: string }) => {
      if (thrown.kind === 'invalid') return set('pending');
      throw thrown;
    });
  });

/** `GET offers/{id}/report/`. A refresh waits until the page is visible. */
export const readOfferReport = (
  api: Api,
  now: () => number,
  whenVisible: WhenVisible,
): PromiseActorLogic<
  ReportResponse<OfferReport>,
  { query: OfferReportQuestion; isRefresh?: boolean }
> =>
  fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const time = now();
    const data = await api.call('offerReport', {
      params: { id: query.id },
      query: { ...offerParamsOf(query, time), breakdown: query.breakdown },
      signal,
    });
    return {
      data,
      freshness: {
        as_of: new Date(time).toISOString(),
        timezone: query.timezone,
        granularity: query.breakdown === 'hour' ? 'hour' : 'day',
        currency: query.currency,
        compare: null,
        approximate: [],
      },
      emptyReason: data.total.clicks + data.total.conversions === 0 ? 'quiet' : null,
    };
  });

/** `GET offers/{id}/terms/`. */
export const readTerms = (api: Api, whenVisible: WhenVisible): ReadEntries<OfferScope, Terms> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    return { rows: await api.call('listOfferTerms', { params: { id: scope.id }, signal }) };
  });

/** `POST offers/{id}/terms/{terms_id}/withdraw/`. The terms that they ended are in force again, so all are read. */
export const withdrawTerms = (api: Api): RunAction<OfferScope, Terms, TermsAct> =>
  fromPromise(async ({ input: { scope, action }, signal }) => ({
    entry: await api.call('withdrawOfferTerms', {
      params: { id: scope.id, terms_id: action.terms.id },
      body: {},
      signal,
    }),
    affectsOthers: true,
  }));

type TermsCall<Answer> = PromiseActorLogic<Answer, { scope: OfferScope; draft: TermsDraft }>;

/** `POST offers/{id}/terms/preview/`. */
export const previewTerms = (api: Api): TermsCall<TermsPreview> =>
  fromPromise(({ input: { scope, draft }, signal }) =>
    api.call('previewOfferTerms', { params: { id: scope.id }, body: draft, signal }),
  );

/** `POST offers/{id}/terms/` with an idempotency key. */
export const saveTerms = (api: Api): TermsCall<Terms> =>
  fromPromise(({ input: { scope, draft }, signal }) =>
    idempotent(api, 'addOfferTerms', { params: { id: scope.id }, body: draft, signal }),
  );

/** `GET offers/{id}/log/`. */
export const readOfferLog = (api: Api): PromiseActorLogic<OfferLogPage, OfferLogRequest> =>
  fromPromise(async ({ input: { query, cursor }, signal }) => {
    const { rows, headers } = await api.page('offerLog', {
      params: { id: query.id },
      query: { limit: logPageSize, cursor: cursor ?? undefined },
      signal,
    });
    return {
      rows: rows.map((row, index) => ({ ...row, id: `${cursor ?? 'first'}-${index}` })),
      next: headers.get('X-Next-Cursor'),
    };
  });
