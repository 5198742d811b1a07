import { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { offerImportMachine } from '#machines/offers/offer-import.ts';
import {
  offerFiguresMachine,
  offerRowsMachine,
  type offersListMachine,
} from '#machines/offers/offers-list.ts';
import { messageOf, undoOf } from '#model/offer-changes.ts';
import { listParams } from '#model/offer-list.ts';
import { offerPaths } from '#model/offers.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import { createOfferAddress } from '#services/offers/offer-address.ts';
import { importOffers, saveOfferTemplate } from '#services/offers/offer-import.ts';
import {
  changeOffers,
  copyLink,
  loadFigures,
  readOffers,
  requestAccess,
} from '#services/offers/offers-list.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the list of offers. */
export function provideOffersList(
  machine: typeof offersListMachine,
  { environment: { window, now, undoToast }, services: { api }, goTo, network }: ScreenParts,
): typeof offersListMachine {
  const isHere = (path: string) => path === offerPaths.list;
  const address = createOfferAddress(window, goTo, isHere, listParams);
  const visible = whenVisible(window);
  return machine.provide({
    actors: {
      address: address.watch,
      figures: offerFiguresMachine.provide({
        actors: { network, load: loadFigures(api, now, visible) },
      }),
      list: offerRowsMachine.provide({
        actors: {
          network,
          readEntries: readOffers(api, visible),
          saveEntry: requestAccess(api),
          runAction: copyLink(api, window),
        },
      }),
      importing: offerImportMachine.provide({
        actors: { checkFile: importOffers(api), importFile: importOffers(api) },
        actions: { saveTemplate: () => saveOfferTemplate(window) },
      }),
      changes: offerChangesMachine.provide({
        actors: { changeOffers: changeOffers(api) },
        actions: {
          announceChange: ({ self }, { change, result }) => {
            const undo = undoOf(change, result);
            if (undo === null) return;
            undoToast(
              messageOf(change, result),
              'Undo',
              () => self.send({ type: 'change.make', change: undo }),
              `offers-${change.kind}-${result.changed.join('-')}`,
            );
          },
        },
      }),
    },
    actions: {
      visitRange: ({ context }) => address.visit({ range: context.place.range }),
      correctAddress: ({ context }) => address.correct({ params: context.place.params }),
    },
  });
}
