import { createActor, fromPromise } from 'xstate';
import { latestResultsMachine, saveTestMachine } from '#machines/split-tests/split-test-parts.ts';
import {
  type TestChangedEvent,
  type TestOutdatedEvent,
  testChangeMachine,
} from '#machines/split-tests/test-change.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { Results } from '#views/split-tests/detail/Results.tsx';
import { testResultsPlan } from '../../plans/split-tests/test-results.ts';
import { recordingParent } from '../../recording-parent.ts';
import { sceneOf } from '../../scene.ts';
import { readyResults, rowOf, runningTest } from '../../split-test-detail.ts';
import { withActors } from '../../stub-machines.ts';
import { heldSeries, testSelection } from './split-test-detail.tsx';

const { parent } = recordingParent<TestChangedEvent | TestOutdatedEvent>();
const decision = createActor(testChangeMachine, { input: { parent } }).start();
const shipping = createActor(testChangeMachine, { input: { parent } }).start();
const saving = createActor(saveTestMachine).start();

/** What is read comes with the events of the plan. */
const silentLatest = latestResultsMachine.provide({
  actors: { readEntries: fromPromise(async () => ({ rows: [rowOf(readyResults)] })) },
  actions: { notifyParent: () => {} },
});

export const testResultsScene = sceneOf(testResultsMachine, testResultsPlan, {
  provide: (machine) => withActors(machine, { latest: silentLatest, series: heldSeries }),
  view: (actor) => (
    <Results
      actor={actor}
      decision={decision}
      shipping={shipping}
      saving={saving}
      selection={testSelection}
      test={runningTest}
      zone="UTC"
      mayWrite
    />
  ),
});
