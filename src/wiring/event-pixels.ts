import { deliveriesMachine, deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import type { StoredDraft } from '#machines/event-pixels/pixel-model.ts';
import { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
import {
  openPixel,
  readDeliveries,
  readHealth,
  readHealths,
  readPixels,
  removePixel,
  replayDeliveries,
  restorePixel,
  savePixel,
  sendTest,
  switchPixel,
} from '#services/event-pixels/event-pixels.ts';
import { watchEventPixels } from '#services/event-pixels/event-pixels-address.ts';
import { createPixelDrafts } from '#services/event-pixels/pixel-drafts.ts';
import type { Api } from '#services/kit/api.ts';
import type { createGoTo } from '#services/kit/location.ts';
import type { watchReconnect } from '#services/kit/network.ts';
import type { Environment } from './environment.ts';

/** Provides the machine of the event pixels. */
export function createEventPixels({
  environment: { window, undoToast, now },
  goTo,
  api,
  network,
  token,
}: {
  environment: Pick<Environment, 'window' | 'undoToast' | 'now'>;
  goTo: ReturnType<typeof createGoTo>;
  api: Api;
  network: ReturnType<typeof watchReconnect>;
  token: () => string | null;
}): typeof eventPixelsMachine {
  /** Opens a page of the event pixels; `from` is the pixel that a new one copies. */
  const show = (place: string, from: number | null, replace: boolean) => {
    const query = new URLSearchParams(window.location.search);
    query.delete('from');
    if (from !== null) query.set('from', String(from));
    const search = query.toString();
    goTo(`/pixels/events${place}${search === '' ? '' : `?${search}`}`, { replace });
  };

  const drafts = createPixelDrafts<StoredDraft>(window, () => token() !== null);

  return eventPixelsMachine.provide({
    actors: {
      address: watchEventPixels(window),
      list: pixelListMachine.provide({
        actors: {
          network,
          readEntries: readPixels(api),
          runAction: switchPixel(api),
          removeEntry: removePixel(api),
          restoreEntry: restorePixel(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            undoToast(
              `“${entry.name}” was deleted.`,
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `event-pixel-${entry.id}-deleted`,
            ),
        },
      }),
      editor: pixelEditorMachine.provide({
        actors: {
          network,
          recallDrafts: drafts.recall,
          openPixel: openPixel(api),
          savePixel: savePixel(api),
        },
        actions: {
          rememberDrafts: ({ context }) => drafts.keep(context.drafts),
          showSaved: (_, { id }) => show(`/${id}`, null, true),
          offerToResume: ({ context: { opened, draft } }) => {
            const isNew = opened?.kind !== 'one';
            const from = opened?.kind === 'new' ? opened.from : null;
            undoToast(
              `Changes to “${draft?.name || 'a new pixel'}” are not saved.`,
              'Go back',
              () => show(isNew ? '/new' : `/${opened.id}`, from, false),
            );
          },
        },
      }),
      testDelivery: testDeliveryMachine.provide({ actors: { sendTest: sendTest(api) } }),
      health: pixelHealthMachine.provide({ actors: { network, readHealth: readHealth(api) } }),
      deliveries: deliveriesMachine.provide({
        actors: {
          list: deliveryListMachine.provide({
            actors: {
              network,
              readPage: readDeliveries(api),
              runAction: replayDeliveries(api, now),
            },
          }),
        },
      }),
      readHealths: readHealths(api),
    },
    actions: {
      leavePixel: () => {
        if (window.location.pathname.startsWith('/pixels/events/')) show('', null, true);
      },
    },
  });
}
