import {
  fallbackOffersMachine,
  type offerEditorMachine,
  offerFormMachine,
} from '#machines/offers/offer-editor.ts';
import { offerPaths } from '#model/offers.ts';
import { createOfferAddress } from '#services/offers/offer-address.ts';
import { createOfferDrafts } from '#services/offers/offer-drafts.ts';
import { loadFallbacks, readEditedOffer, saveOffer } from '#services/offers/offer-editor.ts';
import type { ScreenParts } from './screens.ts';

const isHere = (pathname: string): boolean => /^\/offers\/(add|\d+\/edit)\/*$/.test(pathname);

/** Provides the machine of the editor of an offer. */
export function provideOfferEditor(
  machine: typeof offerEditorMachine,
  { environment: { window, undoToast, now }, services: { api }, goTo, network, token }: ScreenParts,
): typeof offerEditorMachine {
  const address = createOfferAddress(window, goTo, isHere);
  const go = (path: string, replace: boolean) =>
    goTo(`${path}${window.location.search}`, { replace });
  const drafts = createOfferDrafts(
    window,
    () => token() !== null,
    ({ offer }, name) =>
      undoToast(`Changes to “${name || 'a new offer'}” are not saved.`, 'Go back', () =>
        go(offer === null ? offerPaths.add : offerPaths.edit(offer), false),
      ),
  );
  return machine.provide({
    actors: {
      address: address.watch,
      drafts,
      form: offerFormMachine.provide({
        actors: { network, readEntity: readEditedOffer(api), saveEntity: saveOffer(api) },
        actions: {
          /** A new offer opens at its own address; there it can be tested and activated. */
          announceSave: ({ context }, { entity: { detail } }) => {
            if (context.scope.offer !== null || detail === null) return;
            queueMicrotask(() => go(offerPaths.detail(detail.id), true));
          },
        },
      }),
      fallbacks: fallbackOffersMachine.provide({
        actors: { network, load: loadFallbacks(api, now) },
      }),
    },
    actions: { leaveOffer: () => go(offerPaths.list, true) },
  });
}
