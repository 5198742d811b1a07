import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** An unfinished test of an earlier visit. */
export function UnfinishedTest({ actor }: { actor: SplitTestWizardActor }) {
  const name = useSelector(actor, ({ context }) => context.draft.name.trim());
  return (
    <div className="blank">
      <p className="blank-title">
        {name === '' ? 'You have an unfinished test' : `“${name}” is not finished`}
      </p>
      <p>Go on where you were, or discard it and begin a new one.</p>
      <div className="blank-acts">
        <Button look="primary" onClick={() => actor.send({ type: 'draft.resume' })}>
          Go on
        </Button>
        <Button onClick={() => actor.send({ type: 'draft.discard' })}>Discard it</Button>
      </div>
    </div>
  );
}
