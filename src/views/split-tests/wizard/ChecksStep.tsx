import { useSelector } from '@xstate/react';
import type { Preflight } from '#contract/split-tests/planning.ts';
import type { SplitTestLaunchActor } from '#machines/split-tests/split-test-launch.ts';
import { Button } from '../../kit/Button.tsx';
import { StateDot } from '../../kit/StateDot.tsx';
import { WizardForm } from '../../kit/WizardForm.tsx';

type Check = Preflight[number];

const checkWords: Record<Check['check'], string> = {
  addresses: 'Page answers',
  goal_events: 'Goal is reported',
  same_target: 'No other test of the same',
  offers: 'Offer takes clicks',
};
const stateWords = { pass: 'Passed', warn: 'Look at it', fail: 'Must be solved' } as const;
const meanings = { pass: 'good', warn: 'warn', fail: 'bad' } as const;

/** What would spoil the test, each with what to do. */
export function ChecksStep({ actor }: { actor: SplitTestLaunchActor }) {
  const checks = useSelector(actor, ({ context }) => context.checks);
  const failed = checks.filter(({ state }) => state === 'fail').length;
  return (
    <WizardForm
      name="Checks"
      action="Next: review"
      onGo={() => actor.send({ type: 'next' })}
      onBack={() => actor.send({ type: 'back' })}
    >
      <p>
        {failed === 0
          ? 'Nothing keeps the test from starting.'
          : 'The test cannot start before what failed is solved. It can be kept as a draft.'}
      </p>
      <ul className="check-list" aria-label="Checks">
        {checks.map(({ check, state, detail, variant }) => (
          <li key={`${check} ${variant}`} className="check">
            <StateDot look="check-state" meaning={meanings[state]}>
              {stateWords[state]}
            </StateDot>
            <span>
              <strong>
                {checkWords[check]}
                {variant === null ? '' : ` (${variant})`}
              </strong>
              <span className="field-hint">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
      <Button onClick={() => actor.send({ type: 'retry' })}>Check again</Button>
    </WizardForm>
  );
}
