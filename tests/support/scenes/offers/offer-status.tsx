import { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { StatusDialog } from '#views/offers/detail/StatusDialog.tsx';
import { StatusNotice } from '#views/offers/detail/StatusNotice.tsx';
import { offerStatusPlan } from '../../plans/offers/offer-status.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const offerStatusScene = sceneOf(offerStatusMachine, offerStatusPlan, {
  provide: withActors,
  view: (actor) => (
    <>
      <StatusNotice status={actor} />
      <StatusDialog actor={actor} />
    </>
  ),
});
