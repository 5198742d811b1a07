import { useSelector } from '@xstate/react';
import type { Session } from '#contract/session.ts';
import type { SubmissionActor } from '#machines/submission.ts';
import { Button } from '../parts/Button.tsx';
import { Go } from '../parts/Go.tsx';
import { Refused } from '../parts/Refused.tsx';
import { refusalOf } from './refusal.ts';

/**
 * The page of a mailed link that proves an address. A person presses, so that a program which looks into mails does not
 * use the link up.
 */
export function Verification({ actor }: { actor: SubmissionActor<'confirmed', Session> }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('done'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <div className="login" aria-busy={busy}>
      <title>Confirm your address · Clickledger</title>
      <h1 className="login-title">Confirm your address</h1>
      <p className="login-lead">One press proves that the mail reached you.</p>
      <Refused message={refusalOf(problem, [])} />
      <Button
        look="primary"
        disabled={busy}
        focusableWhenDisabled
        autoFocus
        onClick={() => actor.send({ type: 'answers.submit', answers: 'confirmed' })}
      >
        {busy ? 'Confirming' : 'Confirm and go on'}
      </Button>
      <p className="login-ways">
        <Go to="/sign-up">Start over</Go>
        <Go to="/login">Sign in</Go>
      </p>
    </div>
  );
}
