import { createActor, fromCallback, fromPromise } from 'xstate';
import { splitTestsMachine, testRowsMachine } from '#machines/split-tests/split-tests.ts';
import { TestList } from '#views/split-tests/list/TestList.tsx';
import { splitTestsPlan } from '../../plans/split-tests/split-tests.ts';
import { sceneOf } from '../../scene.ts';
import { testLines } from '../../split-tests/lines.ts';
import { withActors } from '../../stub-machines.ts';

/** The list of the screen, already loaded; its events to the machine come from the plan. */
const list = createActor(
  withActors(testRowsMachine, { readEntries: fromPromise(async () => ({ rows: testLines })) }),
  { input: { scope: { project: 7 } } },
).start();

export const splitTestsScene = sceneOf(splitTestsMachine, splitTestsPlan, {
  provide: (machine, scripts) =>
    withActors(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <TestList actor={actor} list={list as never} />,
});
