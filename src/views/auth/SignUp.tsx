import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import { mapState } from 'xstate';
import type { SignUpActor, SignUpSnapshot } from '#machines/auth/sign-up.ts';
import { Failed } from '../kit/Failed.tsx';
import { isSignUpOpen } from '../kit/installation.ts';
import { AccountStep } from './AccountStep.tsx';
import { AuthSkeleton } from './AuthSkeleton.tsx';
import { CompanyStep } from './CompanyStep.tsx';
import { MailSent } from './MailSent.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { SignUpClosed } from './SignUpClosed.tsx';
import { Steps } from './Steps.tsx';
import { SubscriptionStep } from './SubscriptionStep.tsx';

/** The progress of the sign-up and its current step, or what replaces the step while its data is missing. */
export function SignUp({ actor }: { actor: SignUpActor }) {
  const Step = useSelector(actor, stepOf);
  const requestedStep = useSelector(actor, ({ context }) => context.requestedStep);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const reading = useSelector(actor, (snapshot) => snapshot.hasTag('reading'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const atStart = useSelector(actor, (snapshot) => snapshot.matches('account'));
  const closed = atStart && !isSignUpOpen();

  return (
    <div className="sign-up" aria-busy={busy}>
      <title>Sign up · Clickledger</title>
      {closed ? null : <Steps current={requestedStep} />}
      {closed ? (
        <SignUpClosed />
      ) : reading ? (
        failed && problem ? (
          <Failed problem={problem} name="sign-up" onRetry={() => actor.send({ type: 'retry' })} />
        ) : (
          <AuthSkeleton />
        )
      ) : Step ? (
        <Step actor={actor} />
      ) : null}
    </div>
  );
}

type StepView = ComponentType<{ actor: SignUpActor }>;

function stepOf(snapshot: SignUpSnapshot): StepView | undefined {
  return mapState<SignUpSnapshot, StepView>(snapshot, {
    states: {
      account: { map: () => AccountStep },
      mailed: { map: () => MailSent },
      company: { map: () => CompanyStep },
      payment: { map: () => PaymentStep },
      subscription: { map: () => SubscriptionStep },
    },
  }).at(-1)?.result;
}
