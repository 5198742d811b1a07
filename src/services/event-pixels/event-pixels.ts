import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { PixelTest } from '#contract/event-pixels/test-delivery.ts';
import type { DeliveriesRequest, DeliveryPage, Replay, ReplayRequest } from '#model/deliveries.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
} from '../kit/collection-requests.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';

type PixelEvent = { id: number; name: string; event_name: string; is_primary: boolean };
type Place = { project: number; slug: string };
type Switch = { pixel: Pixel; status: 'active' | 'paused' };
type Opened = { kind: 'one'; id: number } | { kind: 'new'; from: number | null };

const eventsOf = async (api: Api, slug: string, signal: AbortSignal): Promise<PixelEvent[]> =>
  api.call('listMasterPixels', { query: { project__slug: slug }, signal });

/** `GET pixels/` and `GET events/`. */
export const readPixels = (api: Api): ReadEntries<Place, Pixel, { events: PixelEvent[] }> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const [rows, events] = await Promise.all([
      api.call('listPixels', { query: { project: scope.project }, signal }),
      eventsOf(api, scope.slug, signal),
    ]);
    return { rows, extra: { events } };
  });

/** A browser has six connections to a server; reading healths leaves three of them to other requests. */
const parallelReads = 3;
/** The list shows the health of at most this many pixels. */
const maxHealths = 60;

/** `GET pixels/{id}/health/` of each pixel. A pixel whose health cannot be read is left out. */
export const readHealths = (
  api: Api,
): PromiseActorLogic<Record<number, PixelHealth>, { ids: number[] }> =>
  fromPromise(async ({ input: { ids }, signal }) => {
    const found: Record<number, PixelHealth> = {};
    const waiting = ids.slice(0, maxHealths);
    const readNext = async (): Promise<void> => {
      const id = signal.aborted ? undefined : waiting.shift();
      if (id === undefined) return;
      const health = await api.call('pixelHealth', { params: { id }, signal }).catch(() => null);
      if (health) found[id] = health;
      return readNext();
    };
    await Promise.all(Array.from({ length: parallelReads }, readNext));
    return found;
  });

/** `PUT pixels/{id}/`, changing only the status. */
export const switchPixel = (api: Api): RunAction<Place, Pixel, Switch> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const [params, body] = [{ id: action.pixel.id }, { status: action.status }];
    return { entry: await api.call('changePixel', { params, body, signal }) };
  });

/** `DELETE pixels/{id}/`. Creating the same pixel again is then a new request, even after a lost response. */
export const removePixel = (api: Api): RemoveEntry<Pixel> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('removePixel', { params: { id: entry.id }, signal });
    forgetUnconfirmed('createPixel');
  });

/** `POST pixels/{id}/restore/`. */
export const restorePixel = (api: Api): RestoreEntry<Pixel> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('restorePixel', { params: { id: entry.id }, body: {}, signal });
    return {};
  });

/** `GET pixels/{id}/` (for a copy, of the original) and `GET events/`. */
export const openPixel = (
  api: Api,
): PromiseActorLogic<
  { pixel: Pixel | null; events: PixelEvent[] },
  { slug: string; opened: Opened }
> =>
  fromPromise(async ({ input: { slug, opened }, signal }) => {
    const id = opened.kind === 'one' ? opened.id : opened.from;
    const [pixel, events] = await Promise.all([
      id === null ? null : api.call('readPixel', { params: { id }, signal }),
      eventsOf(api, slug, signal),
    ]);
    return { pixel, events };
  });

/** `POST pixels/` or `PUT pixels/{id}/`. */
export const savePixel = (
  api: Api,
): PromiseActorLogic<Pixel, { id: number | null; body: Record<string, unknown> }> =>
  fromPromise(({ input: { id, body }, signal }) =>
    id === null
      ? idempotent(api, 'createPixel', { body, signal })
      : api.call('changePixel', { params: { id }, body, signal }),
  );

/** `POST pixels/{id}/test/`. */
export const sendTest = (
  api: Api,
): PromiseActorLogic<PixelTest, { id: number; code: string | null }> =>
  fromPromise(({ input: { id, code }, signal }) =>
    api.call('testPixel', {
      params: { id },
      body: code === null ? {} : { test_event_code: code },
      signal,
    }),
  );

/** `GET pixels/{id}/health/`. */
export const readHealth = (api: Api): PromiseActorLogic<PixelHealth, { id: number }> =>
  fromPromise(({ input: { id }, signal }) => api.call('pixelHealth', { params: { id }, signal }));

const pageSize = 25;

/** `GET pixels/{id}/executions/`. */
export const readDeliveries = (api: Api): PromiseActorLogic<DeliveryPage, DeliveriesRequest> =>
  fromPromise(async ({ input: { query, filter, cursor }, signal }) => {
    const { rows, headers } = await api.page('pixelExecutions', {
      params: { id: query.pixel },
      query: {
        limit: pageSize,
        cursor: cursor ?? undefined,
        outcome: filter.outcome ?? undefined,
      },
      signal,
    });
    return { rows, next: headers.get('X-Next-Cursor') };
  });

/** Platforms reject older events. */
const replayWindowDays = 7;

/** `POST pixels/{id}/replay/`. The response has only the number of deliveries. */
export const replayDeliveries = (
  api: Api,
  now: () => number,
): PromiseActorLogic<Replay, ReplayRequest> =>
  fromPromise(async ({ input: { query, action }, signal }) => {
    const since = new Date(now() - replayWindowDays * 24 * 60 * 60_000).toISOString();
    const counts = await api.call('replayPixel', {
      params: { id: query.pixel },
      body: { outcome: action, since },
      signal,
    });
    return { ...counts, refused: [] };
  });
