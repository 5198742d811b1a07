import { fromCallback, fromPromise } from 'xstate';
import {
  fallbackOffersMachine,
  offerEditorMachine,
  offerFormMachine,
} from '#machines/offers/offer-editor.ts';
import type { EditedOffer, OfferScope } from '#model/offer-draft.ts';
import type { OfferRef } from '#model/offers.ts';
import { OfferEditorScreen } from '#views/offers/OfferEditorScreen.tsx';
import { offerDetail, offerRows } from '../../offers.ts';
import { offerEditorPlan } from '../../plans/offers/offer-editor.ts';
import { answered } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

/** The children of the editor with answers at once. */
export const offerEditorChildren = {
  address: fromCallback(() => {}),
  drafts: fromCallback(() => {}),
  form: offerFormMachine.provide({
    actors: {
      readEntity: fromPromise<EditedOffer, { scope: OfferScope }>(async ({ input: { scope } }) => ({
        zone: scope.zone,
        detail: scope.offer === null ? null : offerDetail,
      })),
    },
  }),
  fallbacks: fallbackOffersMachine.provide({
    actors: { load: fromPromise(async () => answered<OfferRef[]>(offerRows)) },
  }),
};

export const offerEditorScene = sceneOf(offerEditorMachine, offerEditorPlan, {
  provide: (machine) => withActors(machine, offerEditorChildren),
  view: (actor) => <OfferEditorScreen actor={actor} />,
});
