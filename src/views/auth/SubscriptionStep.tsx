import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Refused } from '../kit/Refused.tsx';
import { PlanChoice } from './PlanChoice.tsx';
import { suggestedPlan } from './plans.ts';

/** Which plan the company takes; one is suggested by how many events it expects. */
export function SubscriptionStep({ actor }: { actor: SignUpActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { plans, problem } = useSelector(actor, ({ context }) => context);
  const [chosen, setChosen] = useState(() => suggestedPlan(actor.getSnapshot().context));

  const choose = (plan: number) => {
    setChosen(plan);
    actor.send({ type: 'draft.change', draft: { plan } });
  };
  return (
    <>
      <h1 className="login-title">Choose a plan</h1>
      <p className="login-lead">You can change it at any time.</p>
      <Refused message={problem?.message} />
      {chosen === null ? (
        <p>Whoever runs this installation offers no plan yet. Ask them for one.</p>
      ) : (
        <>
          <PlanChoice plans={plans} chosen={chosen} disabled={busy} onChoose={choose} />
          <Button
            look="primary"
            disabled={busy}
            focusableWhenDisabled
            onClick={() => actor.send({ type: 'plan.submit', plan: chosen })}
          >
            {busy ? 'Finishing' : 'Finish and open the dashboard'}
          </Button>
        </>
      )}
      <p className="login-ways">
        <AppLink to="/sign-up/payment">Back to payment</AppLink>
      </p>
    </>
  );
}
