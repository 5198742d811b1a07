import { fromPromise, type PromiseActorLogic } from 'xstate';
import { offerStatuses } from '#contract/offers/fields.ts';
import type { OfferLine } from '#contract/offers/offer.ts';
import { problemFrom } from '#contract/problem.ts';
import type { ChangedOffer, OfferChangeRequest, OfferChangeResult } from '#model/offer-changes.ts';
import type { FiguresByOffer } from '#model/offer-list.ts';
import type { AccessDraft, CopyLink, OfferQuestion } from '#model/offers.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import { writeText } from '../kit/clipboard.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';
import { listOffers } from './list-offers.ts';
import { offerParamsOf } from './offer-params.ts';

type Scope = { project: number };
type WhenVisible = (signal: AbortSignal) => Promise<void>;

/** `GET offers/`, all pages. A refresh waits until the page is visible. */
export const readOffers = (api: Api, whenVisible: WhenVisible): ReadEntries<Scope, OfferLine> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    return { rows: await listOffers(api, { project_id: scope.project }, signal) };
  });

/** `GET offers/` with the figures of the days. */
export const loadFigures = (
  api: Api,
  now: () => number,
  whenVisible: WhenVisible,
): PromiseActorLogic<
  ReportResponse<FiguresByOffer>,
  { query: OfferQuestion; isRefresh?: boolean }
> =>
  fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const time = now();
    const rows = await listOffers(
      api,
      { project_id: query.project, metrics: '1', ...offerParamsOf(query, time) },
      signal,
    );
    return {
      data: Object.fromEntries(
        rows.flatMap(({ id, figures }) => (figures === null ? [] : [[id, figures]])),
      ),
      freshness: {
        as_of: new Date(time).toISOString(),
        timezone: query.timezone,
        granularity: 'day',
        currency: query.currency,
        compare: null,
        approximate: [],
      },
      emptyReason: null,
    };
  });

/** `POST offers/{id}/access/`. */
export const requestAccess = (api: Api): SaveEntry<Scope, OfferLine, AccessDraft, string> =>
  fromPromise(async ({ input: { entry, draft }, signal }) => {
    if (!entry) throw new Error('Access was requested for no offer.');
    const answer = await idempotent(api, 'requestOfferAccess', {
      params: { id: entry.id },
      body: draft,
      signal,
    });
    const access = entry.access.map((one) =>
      one.affiliate === answer.affiliate
        ? { ...one, status: answer.status, reason: answer.reason }
        : one,
    );
    return { entry: { ...entry, access } };
  });

/** `POST offers/{id}/links/`, then copies the link. Where the browser forbids that, the link is shown instead. */
export const copyLink = (api: Api, window: Window): RunAction<Scope, OfferLine, CopyLink, string> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const { url } = await api.call('saveOfferLink', {
      params: { id: action.offer.id },
      body: { affiliate: action.affiliate },
      signal,
    });
    const isCopied = await writeText(window, url).then(
      () => true,
      () => false,
    );
    return isCopied ? { entry: action.offer } : { entry: action.offer, secret: url };
  });

/** `POST offers/bulk/`; an earlier status that it does not know is set by `POST offers/{id}/status/`. */
export const changeOffers = (
  api: Api,
): PromiseActorLogic<OfferChangeResult, { change: OfferChangeRequest }> =>
  fromPromise(async ({ input: { change }, signal }) => {
    const { project, offers } = change;
    const bulk = async (
      some: readonly ChangedOffer[],
      to: BulkChange,
    ): Promise<OfferChangeResult> =>
      api.call('changeOffers', {
        body: { project, offers: some.map(({ id }) => id), change: to },
        signal,
      });
    switch (change.kind) {
      case 'status':
        return bulk(offers, { kind: 'status', to: change.to });
      case 'add_tag':
      case 'remove_tag':
        return bulk(offers, { kind: change.kind, tag: change.tag });
      case 'restore': {
        const results: OfferChangeResult[] = [];
        for (const status of offerStatuses) {
          const some = offers.filter((offer) => offer.status === status);
          if (some.length === 0) continue;
          if (status === 'active' || status === 'paused' || status === 'archived')
            results.push(await bulk(some, { kind: 'status', to: status }));
          else for (const offer of some) results.push(await restoreOne(api, offer, signal));
        }
        return {
          changed: results.flatMap(({ changed }) => changed),
          refused: results.flatMap(({ refused }) => refused),
        };
      }
    }
  });

type BulkChange =
  | { kind: 'status'; to: 'active' | 'paused' | 'archived' }
  | { kind: 'add_tag' | 'remove_tag'; tag: string };

/** An expired offer cannot become active by itself, so it comes back as a paused one. */
async function restoreOne(
  api: Api,
  { id, name, status }: ChangedOffer,
  signal: AbortSignal,
): Promise<OfferChangeResult> {
  try {
    const to = status === 'pending' ? 'pending' : 'paused';
    await api.call('changeOfferStatus', { params: { id }, body: { to }, signal });
    return { changed: [id], refused: [] };
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return { changed: [], refused: [{ id, name, message: problemFrom(thrown).message }] };
  }
}
