import { type splitTestsMachine, testRowsMachine } from '#machines/split-tests/split-tests.ts';
import { listParams } from '#model/split-test-list.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import { createSplitTestAddress } from '#services/split-tests/split-test-address.ts';
import {
  actOnTest,
  archiveTest,
  readTests,
  restoreTest,
} from '#services/split-tests/split-tests.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the list of split tests. */
export function provideSplitTests(
  machine: typeof splitTestsMachine,
  { environment: { window, undoToast }, services: { api }, goTo, network }: ScreenParts,
): typeof splitTestsMachine {
  const isHere = (path: string) => path === splitTestPaths.list;
  const address = createSplitTestAddress(window, goTo, isHere, listParams);
  return machine.provide({
    actors: {
      address: address.watch,
      list: testRowsMachine.provide({
        actors: {
          network,
          readEntries: readTests(api, whenVisible(window)),
          runAction: actOnTest(api),
          removeEntry: archiveTest(api),
          restoreEntry: restoreTest(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            undoToast(
              `“${entry.name}” was archived.`,
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `split-test-${entry.id}-archived`,
            ),
          announceAction: ({ context: { action, outcome }, self }) => {
            const undo = outcome?.undo;
            if (!action || !undo) return;
            undoToast(
              `“${action.test.name}” ${action.kind === 'pause' ? 'is paused' : 'runs again'}.`,
              'Undo',
              () => self.send({ type: 'action.run', action: undo }),
              `split-test-${action.test.id}-${action.kind}`,
            );
          },
        },
      }),
    },
    actions: {
      correctAddress: ({ context }) => address.correct({ params: context.place.params }),
    },
  });
}
