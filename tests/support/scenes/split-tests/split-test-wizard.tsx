import { fromCallback, fromPromise } from 'xstate';
import {
  splitTestWizardMachine,
  testChoicesMachine,
  testPowerMachine,
} from '#machines/split-tests/split-test-wizard.ts';
import { TestWizard } from '#views/split-tests/wizard/TestWizard.tsx';
import { splitTestWizardPlan } from '../../plans/split-tests/split-test-wizard.ts';
import { answered } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { choicesFound, powerFound } from '../../split-tests/wizard.ts';
import { withActors } from '../../stub-machines.ts';

export const splitTestWizardScene = sceneOf(splitTestWizardMachine, splitTestWizardPlan, {
  provide: (machine, scripts) =>
    withActors(machine, {
      ...scripts,
      address: fromCallback(() => {}),
      choices: withActors(testChoicesMachine, {
        load: fromPromise(async () => answered(choicesFound)),
      }),
      power: withActors(testPowerMachine, { readPreview: fromPromise(async () => powerFound) }),
    }),
  view: (actor) => <TestWizard actor={actor} />,
});
