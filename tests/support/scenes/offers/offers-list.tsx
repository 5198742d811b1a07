import { createActor, fromCallback, fromPromise } from 'xstate';
import { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { offerImportMachine } from '#machines/offers/offer-import.ts';
import {
  offerFiguresMachine,
  offerRowsMachine,
  offersListMachine,
} from '#machines/offers/offers-list.ts';
import type { Query } from '#model/query.ts';
import { OfferList } from '#views/offers/list/OfferList.tsx';
import { offerRows } from '../../offers.ts';
import { offersListPlan } from '../../plans/offers/offers-list.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

/** The list of the screen, already loaded; its events to the machine come from the plan. */
const list = createActor(
  withActors(offerRowsMachine, { readEntries: fromPromise(async () => ({ rows: offerRows })) }),
  { input: { scope: { project: 7 } } },
).start();

export const offersSelection = createActor(stubbedSelection, {
  input: {
    member,
    facts: {},
    parent: recordingParent<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
}).start();

export const offersListScene = sceneOf(offersListMachine, offersListPlan, {
  provide: (machine, scripts) =>
    withActors(machine, {
      ...scripts,
      address: fromCallback(() => {}),
      changes: offerChangesMachine,
      importing: offerImportMachine,
      figures: withActors(offerFiguresMachine, {
        load: fromPromise(() => new Promise(() => {})),
      }),
    }),
  view: (actor) => (
    <OfferList actor={actor} list={list as never} selection={offersSelection} isInternal />
  ),
});
