import { type AnyActorLogic, assign, fromCallback, fromPromise, setup } from 'xstate';
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

/** A request in the shape of the machine that makes it: the view asks for its states. */
const launchOf = (request: AnyActorLogic | undefined) =>
  setup({
    types: {} as { context: { output: unknown }; output: unknown },
    actors: { request: request ?? fromPromise(async () => {}) },
    actions: {
      keepOutput: assign({ output: (_, params: { output: unknown }) => params.output }),
      fail: (_, params: { error: unknown }) => {
        throw params.error;
      },
    },
  }).createMachine({
    id: 'splitTestLaunch',
    context: { output: null },
    initial: 'saving',
    output: ({ context }: { context: { output: unknown } }) => context.output,
    states: {
      saving: {
        tags: 'busy',
        invoke: {
          src: 'request',
          onDone: {
            target: 'ended',
            actions: { type: 'keepOutput', params: ({ event }) => ({ output: event.output }) },
          },
          onError: { actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        },
      },
      ended: { type: 'final' },
    },
  });

export const splitTestWizardScene = sceneOf(splitTestWizardMachine, splitTestWizardPlan, {
  provide: (machine, scripts) =>
    withActors(machine, {
      ...scripts,
      address: fromCallback(() => {}),
      launch: launchOf(scripts.launch),
      choices: withActors(testChoicesMachine, {
        load: fromPromise(async () => answered(choicesFound)),
      }),
      power: withActors(testPowerMachine, { readPreview: fromPromise(async () => powerFound) }),
    }),
  view: (actor) => <TestWizard actor={actor} />,
});
