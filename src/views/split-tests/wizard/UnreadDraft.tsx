import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { Failed } from '../../kit/Failed.tsx';

/** The draft of the address could not be read. */
export function UnreadDraft({ actor }: { actor: SplitTestWizardActor }) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!problem) return null;
  if (problem.kind === 'missing') {
    return (
      <div className="blank">
        <p className="blank-title">There is no draft at this address</p>
        <p role="alert">{problem.message}</p>
        <Button onClick={() => actor.send({ type: 'leave' })}>All split tests</Button>
      </div>
    );
  }
  return <Failed problem={problem} name="draft" onRetry={() => actor.send({ type: 'retry' })} />;
}
