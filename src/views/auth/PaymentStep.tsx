import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { stepAt } from '#machines/auth/sign-up-model.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Refused } from '../kit/Refused.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { Waiting } from './Waiting.tsx';

const CardForm = lazyPart(
  async () => (await import('../billing/CardForm.tsx')).CardForm,
  Unavailable,
);

/** How the company pays. Stripe's form comes where cards are taken, and nowhere else. */
export function PaymentStep({ actor }: { actor: SignUpActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { payment, problem } = useSelector(actor, ({ context }) => context);
  const passed = useSelector(actor, ({ context }) => stepAt(context.member) !== 'payment');

  return (
    <>
      <h1 className="login-title">Payment</h1>
      <Refused message={problem?.message} />
      {passed ? (
        <p>How your company pays is settled. You can change it later in the settings.</p>
      ) : payment.kind === 'card' ? (
        <Suspense fallback={<Waiting />}>
          <CardForm
            publicKey={payment.publicKey}
            clientSecret={payment.clientSecret}
            busy={busy}
            onSubmit={(takeCard) => actor.send({ type: 'payment.submit', takeCard })}
          />
        </Suspense>
      ) : (
        <p>
          No card is asked here. Whoever runs this installation sees to the money; your invoices are
          in the settings.
        </p>
      )}
      {passed || payment.kind === 'manual' ? (
        <Button
          look="primary"
          disabled={busy}
          focusableWhenDisabled
          autoFocus
          onClick={() => actor.send({ type: 'payment.submit', takeCard: null })}
        >
          {busy ? 'Continuing' : 'Continue to plans'}
        </Button>
      ) : null}
      <p className="login-ways">
        <AppLink to="/sign-up/company">Back to the company</AppLink>
      </p>
    </>
  );
}
