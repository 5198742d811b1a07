import { useSelector } from '@xstate/react';
import type {
  SplitTestLaunchActor,
  SplitTestLaunchSnapshot,
} from '#machines/split-tests/split-test-launch.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { ChecksStep } from './ChecksStep.tsx';
import { LaunchProblem } from './LaunchProblem.tsx';
import { ReviewStep } from './ReviewStep.tsx';

/** The steps in which the server has the draft: checks and review. */
export function LaunchPart({ actor }: { actor: SplitTestWizardActor }) {
  const launch = useSelector(actor, ({ children }) => children.launch);
  return launch ? <Launch actor={launch} /> : null;
}

export function Launch({ actor }: { actor: SplitTestLaunchActor }) {
  const part = useSelector(actor, partOf);
  const isChecking = useSelector(actor, (snapshot) => snapshot.matches('checking'));
  if (part === 'problem') return <LaunchProblem actor={actor} />;
  if (part === 'checks') return <ChecksStep actor={actor} />;
  if (part === 'review') return <ReviewStep actor={actor} />;
  return (
    <div className="blank">
      <p role="status">{isChecking ? 'Checking the test' : 'Saving the draft'}</p>
    </div>
  );
}

function partOf(snapshot: SplitTestLaunchSnapshot): 'wait' | 'problem' | 'checks' | 'review' {
  if (snapshot.matches('checked')) return 'checks';
  if (snapshot.matches('reviewing') || snapshot.matches('starting')) return 'review';
  return snapshot.hasTag('failed') ? 'problem' : 'wait';
}
