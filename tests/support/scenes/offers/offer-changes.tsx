import { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { ChangesError } from '#views/offers/list/ChangesNotice.tsx';
import { offerChangesPlan } from '../../plans/offers/offer-changes.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const offerChangesScene = sceneOf(offerChangesMachine, offerChangesPlan, {
  provide: withActors,
  view: (actor) => <ChangesError changes={actor} />,
});
