import { useSelector } from '@xstate/react';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import { Button } from '../../kit/Button.tsx';

/** Why a change without a dialog was not made. */
export function ChangeNotice({ actor }: { actor: TestChangeActor }) {
  const problem = useSelector(actor, (snapshot) =>
    snapshot.matches('failed') ? snapshot.context.problem : null,
  );
  if (!problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <p>{problem.message} The test is unchanged.</p>
      <Button size="small" onClick={() => actor.send({ type: 'change.cancel' })}>
        Dismiss
      </Button>
    </div>
  );
}
