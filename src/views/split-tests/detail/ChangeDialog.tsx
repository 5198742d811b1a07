import { useSelector } from '@xstate/react';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import type { DialogKind } from '#model/split-test-detail.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import type { ChangeFormProps } from './change-form-props.ts';
import { DecideForm } from './DecideForm.tsx';
import { EditForm } from './EditForm.tsx';
import { ShipForm } from './ShipForm.tsx';
import { StartForm } from './StartForm.tsx';
import { StopForm } from './StopForm.tsx';
import { WeighForm } from './WeighForm.tsx';

const titles: Record<DialogKind, (name: string) => string> = {
  start: (name) => `Start “${name}”?`,
  stop: (name) => `Stop “${name}”?`,
  edit: (name) => `Edit “${name}”`,
  weigh: () => 'Change shares',
  decide: (name) => `Decide “${name}”`,
  ship: (name) => `Ship “${name}”?`,
};

/** Asks for what a change needs before it is made. */
export function ChangeDialog({
  actor,
  test,
  results,
}: {
  actor: TestChangeActor;
  test: SplitTest;
  /** The snapshot that a decision points at. */
  results: TestResults | null;
}) {
  const kind = useSelector(actor, ({ context }) => context.kind);
  const isOpen = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('asking') || snapshot.matches('applying'),
  );
  if (!isOpen || kind === null) return null;
  const onCancel = () => actor.send({ type: 'change.cancel' });
  const form: ChangeFormProps = {
    actor,
    test,
    onCancel,
    onConfirm: (change) => actor.send({ type: 'change.confirm', test, change }),
  };
  return (
    <FormDialog title={titles[kind](test.name)} onClose={onCancel}>
      {kind === 'start' ? <StartForm {...form} /> : null}
      {kind === 'stop' ? <StopForm {...form} /> : null}
      {kind === 'edit' ? <EditForm {...form} /> : null}
      {kind === 'weigh' ? <WeighForm {...form} /> : null}
      {kind === 'ship' ? <ShipForm {...form} /> : null}
      {kind === 'decide' && results ? <DecideForm {...form} results={results} /> : null}
    </FormDialog>
  );
}
