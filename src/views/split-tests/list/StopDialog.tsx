import { useSelector } from '@xstate/react';
import type { TestRowsActor } from '#machines/split-tests/split-tests.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';

/** Asks before a test is stopped, because it cannot run again. */
export function StopDialog({ list }: { list: TestRowsActor }) {
  const isAsking = useSelector(list, (snapshot) => snapshot.matches({ ready: 'confirming' }));
  const action = useSelector(list, ({ context }) => context.action);
  if (!isAsking || !action) return null;
  return (
    <ConfirmDialog
      title={`Stop “${action.test.name}”?`}
      action="Stop the test"
      onConfirm={() => list.send({ type: 'action.confirm' })}
      onCancel={() => list.send({ type: 'action.cancel' })}
    >
      Every visitor sees the control from now on. A stopped test cannot run again; pause it if you
      want to go on later.
    </ConfirmDialog>
  );
}
