import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  MasterPixel,
  PixelExecuted,
  Snippet,
  SnippetKind,
  Verified,
} from '#contract/master-pixels/schemas.ts';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import type { Api } from '../kit/api.ts';

type Draft = Pick<MasterPixel, 'name' | 'event_name' | 'domains' | 'consent_mode'>;
type Installation = { pixel: MasterPixel; snippets: Record<SnippetKind, Snippet> };

/** `GET master-pixels/`. */
export const readPixels = (api: Api): PromiseActorLogic<MasterPixel[], { project: number }> =>
  fromPromise(({ input, signal }) => api.call('masterPixels', { query: input, signal }));

/** `POST master-pixels/`. */
export const createPixel = (
  api: Api,
): PromiseActorLogic<MasterPixel, { project: number; draft: Draft }> =>
  fromPromise(({ input: { project, draft }, signal }) =>
    api.call('createMasterPixel', { body: { project, ...draft }, signal }),
  );

/** `PATCH master-pixels/{id}/`, with what was changed in the form. */
export const changePixel = (
  api: Api,
): PromiseActorLogic<MasterPixel, { id: number; change: Partial<Draft> }> =>
  fromPromise(({ input: { id, change }, signal }) =>
    api.call('changeMasterPixel', { params: { id }, body: change, signal }),
  );

/** `PATCH master-pixels/{id}/`, with one thing. */
export const turnPixel = (
  api: Api,
): PromiseActorLogic<
  MasterPixel,
  { id: number; turn: { status: 'active' | 'paused' } | { is_primary: true } }
> =>
  fromPromise(({ input: { id, turn }, signal }) =>
    api.call('changeMasterPixel', { params: { id }, body: turn, signal }),
  );

/** `PATCH master-pixels/{id}/`, with the sites that may use it. */
export const limitDomains = (
  api: Api,
): PromiseActorLogic<MasterPixel, { id: number; domains: string[] }> =>
  fromPromise(({ input: { id, domains }, signal }) =>
    api.call('changeMasterPixel', { params: { id }, body: { domains }, signal }),
  );

/** `DELETE master-pixels/{id}/`. */
export const removePixel = (api: Api): PromiseActorLogic<void, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    await api.call('removeMasterPixel', { params: { id }, signal });
  });

/** `POST master-pixels/{id}/restore/`. */
export const restorePixel = (api: Api): PromiseActorLogic<MasterPixel, { id: number }> =>
  fromPromise(({ input: { id }, signal }) =>
    api.call('restoreMasterPixel', { params: { id }, body: {}, signal }),
  );

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
