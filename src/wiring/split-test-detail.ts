import type { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import {
  latestResultsMachine,
  oneTestMachine,
  pastResultsMachine,
  saveTestMachine,
  testSeriesMachine,
  unitLookUpMachine,
} from '#machines/split-tests/split-test-parts.ts';
import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { changedMessage, undoOf } from '#model/split-test-detail.ts';
import { snapshotParam, splitTestPaths } from '#model/split-tests.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import { createSplitTestAddress } from '#services/split-tests/split-test-address.ts';
import {
  applyChange,
  checkTest,
  lookUpUnit,
  readLatestResults,
  readOneTest,
  readPastResults,
  readTestSeries,
  saveTest,
} from '#services/split-tests/split-test-detail.ts';
import type { ScreenParts } from './screens.ts';

/** `/split-test/01J9`, and neither the list nor the wizard. */
const isHere = (pathname: string): boolean =>
  /^\/split-test\/[^/]+\/*$/.test(pathname) &&
  !pathname.startsWith(`${splitTestPaths.add}/`) &&
  pathname !== splitTestPaths.add;

/** Provides the machine of one split test. */
export function provideSplitTestDetail(
  machine: typeof splitTestDetailMachine,
  { environment: { window, undoToast, now }, services: { api }, goTo, network }: ScreenParts,
): typeof splitTestDetailMachine {
  const visible = whenVisible(window);
  const go = (path: string, replace: boolean) => {
    const query = new URLSearchParams(window.location.search);
    query.delete(snapshotParam);
    const text = query.toString();
    goTo(text === '' ? path : `${path}?${text}`, { replace });
  };
  const change = testChangeMachine.provide({
    actors: { checkTest: checkTest(api), applyChange: applyChange(api) },
    actions: {
      announce: ({ self }, { change: made, test }) => {
        const undo = made && undoOf(made);
        if (!undo) return;
        undoToast(
          changedMessage(made, test),
          'Undo',
          () => self.send({ type: 'change.run', test, change: undo }),
          `split-test-${test.id}-${made.kind}-${test.version}`,
        );
      },
    },
  });
  return machine.provide({
    actors: {
      address: createSplitTestAddress(window, goTo, isHere, [snapshotParam]).watch,
      test: oneTestMachine.provide({ actors: { network, readEntries: readOneTest(api, visible) } }),
      lifecycle: change,
      decision: change,
      shipping: change,
      results: testResultsMachine.provide({
        actors: {
          latest: latestResultsMachine.provide({
            actors: { network, readEntries: readLatestResults(api, visible) },
          }),
          series: testSeriesMachine.provide({
            actors: { network, load: readTestSeries(api, now, visible) },
          }),
        },
      }),
      past: pastResultsMachine.provide({ actors: { network, load: readPastResults(api) } }),
      units: unitLookUpMachine.provide({ actors: { runTask: lookUpUnit(api) } }),
      saving: saveTestMachine.provide({ actors: { runTask: saveTest(api, window) } }),
    },
    actions: {
      openCopy: (_, { test }) => go(splitTestPaths.detail(test.id), false),
      leaveTest: () => go(splitTestPaths.list, true),
    },
  });
}
