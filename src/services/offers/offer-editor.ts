import { fromPromise, type PromiseActorLogic } from 'xstate';
import {
  type EditedOffer,
  newOfferOf,
  type OfferDraft,
  type OfferScope,
  offerChangeOf,
} from '#model/offer-draft.ts';
import type { OfferRef } from '#model/offers.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import { idempotent } from '../kit/idempotent.ts';
import { listOffers } from './list-offers.ts';

/** `GET offers/{id}/`; a new offer has nothing to read. */
export const readEditedOffer = (api: Api): PromiseActorLogic<EditedOffer, { scope: OfferScope }> =>
  fromPromise(async ({ input: { scope }, signal }) => ({
    zone: scope.zone,
    detail:
      scope.offer === null
        ? null
        : await api.call('readOffer', { params: { id: scope.offer }, signal }),
  }));

/** `POST offers/`, or `PATCH offers/{id}/` with what was changed, based on the version that was read. */
export const saveOffer = (
  api: Api,
): PromiseActorLogic<EditedOffer, { scope: OfferScope; entity: EditedOffer; draft: OfferDraft }> =>
  fromPromise(async ({ input: { scope, entity, draft }, signal }) => {
    const { detail, zone } = entity;
    if (detail === null) {
      const body = newOfferOf(draft, scope);
      return { zone, detail: await idempotent(api, 'createOffer', { body, signal }) };
    }
    const stored = await api.call('changeOffer', {
      params: { id: detail.id },
      body: offerChangeOf(draft, entity),
      version: detail.version,
      signal,
    });
    return { zone, detail: stored };
  });

/** `GET offers/`: the offers that clicks can fall back to. */
export const loadFallbacks = (
  api: Api,
  now: () => number,
): PromiseActorLogic<ReportResponse<OfferRef[]>, { query: { project: number } }> =>
  fromPromise(async ({ input: { query }, signal }) => {
    const rows = await listOffers(api, { project_id: query.project }, signal);
    return {
      data: rows
        .filter(({ status }) => status !== 'archived')
        .map(({ id, name, status }) => ({ id, name, status })),
      freshness: {
        as_of: new Date(now()).toISOString(),
        timezone: 'UTC',
        granularity: 'day',
        currency: '',
        compare: null,
        approximate: [],
      },
      emptyReason: null,
    };
  });
