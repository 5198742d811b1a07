import { fromCallback, fromPromise } from 'xstate';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import {
  latestResultsMachine,
  oneTestMachine,
  pastResultsMachine,
  testSeriesMachine,
} from '#machines/split-tests/split-test-parts.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { SplitTestDetailScreen } from '#views/split-tests/SplitTestDetailScreen.tsx';
import { splitTestDetailPlan } from '../../plans/split-tests/split-test-detail.ts';
import { answered } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { readyResults, rowOf, runningTest, testSeries } from '../../split-test-detail.ts';
import { withActors } from '../../stub-machines.ts';
import { offerSelection } from '../offers/offer-detail.tsx';

export const testSelection = offerSelection;

/** The course of a test, which answers at once. */
export const heldSeries = testSeriesMachine.provide({
  actors: { load: fromPromise(async () => answered(testSeries)) },
});

/** The results of a test, which answer at once. */
export const heldResults = (results: TestResults | null = readyResults) =>
  testResultsMachine.provide({
    actors: {
      latest: latestResultsMachine.provide({
        actors: { readEntries: fromPromise(async () => ({ rows: [rowOf(results)] })) },
      }),
      series: heldSeries,
    },
  });

/** Earlier figures of a test, which answer at once. */
export const heldPast = pastResultsMachine.provide({
  actors: { load: fromPromise(async () => answered(readyResults)) },
});

/** What the test is comes with the events of the plan. */
export const heldTest = (shown: SplitTest = runningTest) =>
  oneTestMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [shown] })) },
    actions: { notifyParent: () => {} },
  });

export const splitTestDetailScene = sceneOf(splitTestDetailMachine, splitTestDetailPlan, {
  provide: (machine) =>
    withActors(machine, {
      address: fromCallback(() => {}),
      test: heldTest(),
      results: heldResults(),
      past: heldPast,
    }),
  view: (actor) => <SplitTestDetailScreen actor={actor} selection={testSelection} />,
});
