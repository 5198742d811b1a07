import { offerImportMachine } from '#machines/offers/offer-import.ts';
import { ImportDialog } from '#views/offers/list/ImportDialog.tsx';
import { offerImportPlan } from '../../plans/offers/offer-import.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const offerImportScene = sceneOf(offerImportMachine, offerImportPlan, {
  provide: withActors,
  view: (actor) => <ImportDialog importing={actor} onClose={() => {}} />,
});
