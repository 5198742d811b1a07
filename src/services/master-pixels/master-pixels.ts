import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  MasterPixel,
  PixelExecuted,
  Snippet,
  SnippetKind,
  Verified,
} from '#contract/master-pixels/schemas.ts';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import type { Query } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
  SaveEntry,
} from '../kit/collection-requests.ts';

type Draft = Pick<MasterPixel, 'name' | 'event_name' | 'domains' | 'consent_mode'>;
type Action = {
  pixel: MasterPixel;
  change: { status: MasterPixel['status'] } | { is_primary: true };
};
type Installation = { pixel: MasterPixel; snippets: Record<SnippetKind, Snippet> };

/** `GET master-pixels/`. */
export const readPixels = (api: Api): ReadEntries<Query, MasterPixel> =>
  fromPromise(async ({ input: { scope }, signal }) => ({
    rows: await api.call('masterPixels', { query: { project: scope.project }, signal }),
  }));

/** `POST master-pixels/`, or `PATCH master-pixels/{id}/` with the fields that were changed. */
export const savePixel = (api: Api): SaveEntry<Query, MasterPixel, Draft> =>
  fromPromise(async ({ input: { scope, entry, draft }, signal }) => {
    if (entry === null) {
      const body = { project: scope.project, ...draft };
      return { entry: await api.call('createMasterPixel', { body, signal }) };
    }
    const [params, body] = [{ id: entry.id }, changesOf(draft, entry)];
    return { entry: await api.call('changeMasterPixel', { params, body, signal }) };
  });

/** Only changed fields, so that changes by other people are not overwritten. */
function changesOf(draft: Draft, before: MasterPixel): Partial<Draft> {
  return {
    ...(draft.name === before.name ? {} : { name: draft.name }),
    ...(draft.event_name === before.event_name ? {} : { event_name: draft.event_name }),
    ...(draft.domains.join() === before.domains.join() ? {} : { domains: draft.domains }),
    ...(draft.consent_mode === before.consent_mode ? {} : { consent_mode: draft.consent_mode }),
  };
}

/**
 * `PATCH master-pixels/{id}/` with one field. Only one pixel counts as the conversion, so other pixels may change too.
 */
export const actOnPixel = (api: Api): RunAction<Query, MasterPixel, Action> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const params = { id: action.pixel.id };
    const entry = await api.call('changeMasterPixel', { params, body: action.change, signal });
    return { entry, affectsOthers: true };
  });

/** `PATCH master-pixels/{id}/` with the allowed sites. */
export const limitDomains = (
  api: Api,
): PromiseActorLogic<MasterPixel, { id: number; domains: string[] }> =>
  fromPromise(({ input: { id, domains }, signal }) =>
    api.call('changeMasterPixel', { params: { id }, body: { domains }, signal }),
  );

/** `DELETE master-pixels/{id}/`. */
export const removePixel = (api: Api): RemoveEntry<MasterPixel> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('removeMasterPixel', { params: { id: entry.id }, signal });
  });

/** `POST master-pixels/{id}/restore/`. */
export const restorePixel = (api: Api): RestoreEntry<MasterPixel> =>
  fromPromise(async ({ input: { entry }, signal }) => ({
    entry: await api.call('restoreMasterPixel', { params: { id: entry.id }, body: {}, signal }),
  }));

/** `GET master-pixels/{id}/`. */
export const readDomains = (api: Api): PromiseActorLogic<MasterPixel, { id: number }> =>
  fromPromise(({ input: { id }, signal }) =>
    api.call('readMasterPixel', { params: { id }, signal }),
  );

/** `GET master-pixels/{id}/` with `GET master-pixels/{id}/snippet/` of every kind. */
export const readInstallation = (api: Api): PromiseActorLogic<Installation, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    const read = (kind: SnippetKind) =>
      api.call('masterPixelSnippet', { params: { id }, query: { kind }, signal });
    const [pixel, html, gtm, shopify, s2s] = await Promise.all([
      api.call('readMasterPixel', { params: { id }, signal }),
      read('html'),
      read('gtm'),
      read('shopify'),
      read('s2s'),
    ]);
    return { pixel, snippets: { html, gtm, shopify, s2s } };
  });

/** `POST master-pixels/{id}/verify/`. */
export const verifyPage = (api: Api): PromiseActorLogic<Verified, { id: number; url: string }> =>
  fromPromise(({ input: { id, url }, signal }) =>
    api.call('verifyMasterPixel', { params: { id }, body: { url }, signal }),
  );

/** `GET pixel-executed/`, of both sides. */
export const readExecuted = (
  api: Api,
): PromiseActorLogic<PixelExecuted, { project: number; affid: string; timezone: string }> =>
  fromPromise(({ input: { project, affid, timezone }, signal }) =>
    api.call('pixelExecuted', { query: { project_id: project, affid, timezone }, signal }),
  );

/** `POST pixel-test/`. */
export const runTest = (
  api: Api,
): PromiseActorLogic<OrderTest, { affiliate: number; event: number }> =>
  fromPromise(({ input, signal }) => api.call('testOrder', { body: input, signal }));
