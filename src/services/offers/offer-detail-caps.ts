import { fromPromise } from 'xstate';
import type { Cap } from '#contract/offers/caps.ts';
import type { CapDraft, CapRow, OfferScope } from '#model/offer-detail.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  SaveEntry,
} from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';

const ofCap = ({ offer, id }: CapRow) => ({ params: { id: offer, cap_id: id } });

/** `GET offers/{id}/caps/` with `GET offers/{id}/cap-status/`. A refresh waits until the page is visible. */
export const readCaps = (
  api: Api,
  whenVisible: (signal: AbortSignal) => Promise<void>,
): ReadEntries<OfferScope, CapRow> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const call = { params: { id: scope.id }, signal };
    const [caps, fills] = await Promise.all([
      api.call('listOfferCaps', call),
      api.call('readCapStatus', call),
    ]);
    return {
      rows: caps.map((cap) => ({
        ...cap,
        offer: scope.id,
        fill: fills.find((fill) => fill.cap === cap.id) ?? null,
      })),
    };
  });

/** `POST offers/{id}/caps/` or `PATCH offers/{id}/caps/{cap_id}/`; how full it is then is read again. */
export const saveCap = (api: Api): SaveEntry<OfferScope, CapRow, CapDraft> =>
  fromPromise(async ({ input: { scope, entry, draft }, signal }) => {
    if (entry === null) {
      await idempotent(api, 'addOfferCap', { params: { id: scope.id }, body: draft, signal });
      return {};
    }
    const { limit, soft_pct, policy, counts_statuses } = draft;
    await api.call('changeOfferCap', {
      ...ofCap(entry),
      body: { limit, soft_pct, policy, counts_statuses },
      version: entry.version,
      signal,
    });
    return {};
  });

/** `DELETE offers/{id}/caps/{cap_id}/`. */
export const removeCap = (api: Api): RemoveEntry<CapRow> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    forgetUnconfirmed('addOfferCap');
    await api.call('removeOfferCap', { ...ofCap(entry), version: entry.version, signal });
  });

/** `POST offers/{id}/caps/{cap_id}/restore/`. */
export const restoreCap = (api: Api): RestoreEntry<CapRow> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    const cap: Cap = await api.call('restoreOfferCap', { ...ofCap(entry), body: {}, signal });
    return { entry: { ...entry, ...cap } };
  });
