import { newTermsMachine } from '#machines/offers/new-terms.ts';
import { NewTermsDialog } from '#views/offers/detail/NewTermsDialog.tsx';
import { allTerms, offer } from '../../offer-detail.ts';
import { newTermsPlan } from '../../plans/offers/new-terms.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const newTermsScene = sceneOf(newTermsMachine, newTermsPlan, {
  provide: withActors,
  view: (actor) => (
    <NewTermsDialog actor={actor} offer={offer} terms={allTerms} affiliates={member.affiliates} />
  ),
});
