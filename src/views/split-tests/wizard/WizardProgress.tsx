import { useSelector } from '@xstate/react';
import type { SplitTestLaunchSnapshot } from '#machines/split-tests/split-test-launch.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { testSteps } from '#model/split-test-draft.ts';

const names = {
  what: 'What',
  variants: 'Variants',
  goal: 'Goal',
  traffic: 'Traffic',
  checks: 'Checks',
  review: 'Review',
};
const all = Object.keys(names) as (keyof typeof names)[];

/** How far the wizard is. */
export function WizardProgress({ actor }: { actor: SplitTestWizardActor }) {
  const step = useSelector(
    actor,
    (snapshot) => testSteps.find((one) => snapshot.matches({ open: one })) ?? null,
  );
  const launch = useSelector(actor, ({ children }) => children.launch);
  const isReview = useSelector(
    launch,
    (snapshot) => snapshot !== undefined && isReviewed(snapshot),
  );
  const here = step ?? (launch ? (isReview ? 'review' : 'checks') : null);
  if (here === null) return null;
  return (
    <ol className="wizard-progress" aria-label="Steps of the wizard">
      {all.map((name) => (
        <li key={name} aria-current={name === here ? 'step' : undefined}>
          {names[name]}
        </li>
      ))}
    </ol>
  );
}

const isReviewed = (snapshot: SplitTestLaunchSnapshot): boolean =>
  snapshot.matches('reviewing') || snapshot.matches('starting');
