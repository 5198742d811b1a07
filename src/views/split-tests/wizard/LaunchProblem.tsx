import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { SplitTestLaunchActor } from '#machines/split-tests/split-test-launch.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { linkWith } from '../../kit/own-days-links.ts';

/** The draft could not be stored or checked, or another member changed it meanwhile. */
export function LaunchProblem({ actor }: { actor: SplitTestLaunchActor }) {
  const { problem, test } = useSelector(actor, ({ context }) => context);
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'retry' }));
  const isConflict = useSelector(actor, (snapshot) => snapshot.matches('conflict'));
  const hasBegun = useSelector(actor, (snapshot) => snapshot.matches('begun'));
  const search = useSearch();
  return (
    <div className="blank">
      <p className="blank-title">
        {hasBegun
          ? 'Another member has started this test'
          : isConflict
            ? 'Another member changed this draft'
            : 'This did not work'}
      </p>
      <p role="alert">
        {hasBegun
          ? 'It cannot be changed here any more. Open it, or go back and keep what you entered.'
          : isConflict
            ? `It is called “${test?.name}” there now. Keep yours to put it in its place, or go back.`
            : problem?.message}
      </p>
      <div className="blank-acts">
        {canRetry ? (
          <Button look="primary" onClick={() => actor.send({ type: 'retry' })}>
            Try again
          </Button>
        ) : null}
        {isConflict ? (
          <Button look="primary" onClick={() => actor.send({ type: 'mine.keep' })}>
            Keep mine
          </Button>
        ) : null}
        {hasBegun && test ? (
          <AppLink to={linkWith(splitTestPaths.detail(test.id), search)} className="button">
            Open the test
          </AppLink>
        ) : null}
        <Button onClick={() => actor.send({ type: 'back' })}>Back</Button>
      </div>
    </div>
  );
}
