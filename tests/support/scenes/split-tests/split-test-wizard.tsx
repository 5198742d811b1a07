import { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { SplitTestWizardScreen } from '#views/split-tests/SplitTestWizardScreen.tsx';
import { splitTestWizardPlan } from '../../plans/split-tests/split-test-wizard.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const splitTestWizardScene = sceneOf(splitTestWizardMachine, splitTestWizardPlan, {
  provide: withActors,
  view: (actor) => <SplitTestWizardScreen actor={actor} />,
});
