import { newTermsMachine } from '#machines/offers/new-terms.ts';
import type { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import {
  offerAccessMachine,
  offerCapsMachine,
  offerConversionsMachine,
  offerLinksMachine,
  offerLogMachine,
  offerReportMachine,
  offerTermsMachine,
  oneOfferMachine,
  postbackTestMachine,
} from '#machines/offers/offer-parts.ts';
import { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { decidedMessage, offerDetailParams } from '#model/offer-detail.ts';
import { offerPaths } from '#model/offers.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import { createOfferAddress } from '#services/offers/offer-address.ts';
import {
  actOnOffer,
  changeStatus,
  previewStatus,
  previewTerms,
  readOfferLog,
  readOfferReport,
  readOneOffer,
  readTerms,
  saveTerms,
  withdrawTerms,
} from '#services/offers/offer-detail.ts';
import {
  changeAccess,
  readAccess,
  readOfferConversions,
  readOfferLinks,
  readTest,
  saveOfferLink,
  startTest,
  undoAccess,
} from '#services/offers/offer-detail-affiliates.ts';
import { readCaps, removeCap, restoreCap, saveCap } from '#services/offers/offer-detail-caps.ts';
import type { ScreenParts } from './screens.ts';

/** `/offers/7`, and neither the list, the editor nor the payouts. */
const isHere = (pathname: string): boolean =>
  /^\/offers\/[^/]+\/*$/.test(pathname) && !/^\/offers\/(add|payouts)\/*$/.test(pathname);

/** Provides the machine of one offer. */
export function provideOfferDetail(
  machine: typeof offerDetailMachine,
  { environment: { window, undoToast, now }, services: { api }, goTo, network }: ScreenParts,
): typeof offerDetailMachine {
  const visible = whenVisible(window);
  const address = createOfferAddress(window, goTo, isHere, offerDetailParams);
  return machine.provide({
    actors: {
      address: address.watch,
      offer: oneOfferMachine.provide({
        actors: { network, readEntries: readOneOffer(api, visible), runAction: actOnOffer(api) },
      }),
      status: offerStatusMachine.provide({
        actors: { previewStatus: previewStatus(api), changeStatus: changeStatus(api) },
        actions: {
          announce: ({ self }, { request, offer }) => {
            if (request === null) return;
            undoToast(
              `“${offer.name}” is ${offer.status}.`,
              'Undo',
              () => self.send({ type: 'status.undo', offer, to: request.from }),
              `offer-${offer.id}-${request.to}`,
            );
          },
        },
      }),
      report: offerReportMachine.provide({
        actors: { network, load: readOfferReport(api, now, visible) },
      }),
      terms: offerTermsMachine.provide({
        actors: { network, readEntries: readTerms(api, visible), runAction: withdrawTerms(api) },
      }),
      newTerms: newTermsMachine.provide({
        actors: { previewTerms: previewTerms(api), saveTerms: saveTerms(api) },
      }),
      caps: offerCapsMachine.provide({
        actors: {
          network,
          readEntries: readCaps(api, visible),
          saveEntry: saveCap(api),
          removeEntry: removeCap(api),
          restoreEntry: restoreCap(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            undoToast(
              'The cap was removed.',
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `offer-cap-${entry.id}-removed`,
            ),
        },
      }),
      links: offerLinksMachine.provide({
        actors: { network, readEntries: readOfferLinks(api), runAction: saveOfferLink(api) },
      }),
      test: postbackTestMachine.provide({
        actors: { network, startRun: startTest(api), readRun: readTest(api) },
      }),
      access: offerAccessMachine.provide({
        actors: {
          network,
          readEntries: readAccess(api, visible),
          saveEntry: changeAccess(api),
          runAction: undoAccess(api),
        },
        actions: {
          announceSave: ({ context: { draft }, self }) => {
            if (draft?.kind !== 'decide') return;
            const { affiliates } = draft;
            undoToast(
              decidedMessage(draft),
              'Undo',
              () => self.send({ type: 'action.run', action: { kind: 'undo', affiliates } }),
              `offer-access-${affiliates.map(({ id, version }) => `${id}.${version}`).join('-')}`,
            );
          },
        },
      }),
      conversions: offerConversionsMachine.provide({
        actors: { network, readPage: readOfferConversions(api, now, visible) },
      }),
      log: offerLogMachine.provide({ actors: { network, readPage: readOfferLog(api) } }),
    },
    actions: {
      rewriteAddress: ({ context: { place } }) =>
        address.correct({ range: place.range, params: place.params }),
      leaveOffer: () => {
        goTo(`${offerPaths.list}${window.location.search}`, { replace: true });
      },
    },
  });
}
