import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { SetupIntent } from '@stripe/stripe-js';
import { useState } from 'react';
import type { Problem } from '#contract/problem.ts';
import type { CheckedCard, CardForm as Opened, TakeCard } from '#model/billing.ts';
import { Button } from '../kit/Button.tsx';
import { stripeOf } from './stripe.ts';

type Props = Opened & {
  busy: boolean;
  onSubmit: (takeCard: TakeCard) => void;
};

/** Stripe's own form for a card: its number goes to Stripe and never through here. */
export function CardForm(props: Props) {
  const { publicKey, clientSecret } = props;
  const [stripe] = useState(() => stripeOf(publicKey));
  return (
    <Elements stripe={stripe} options={{ clientSecret }}>
      <Card {...props} />
    </Elements>
  );
}

function Card({ busy, onSubmit }: Props) {
  const stripe = useStripe();
  const elements = useElements();

  const takeCard: TakeCard = async () => {
    if (!stripe || !elements) throw unready;
    const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
    // One that was checked before its answer was lost is no failure.
    const checked = checkedIn(setupIntent ?? error.setup_intent);
    if (!checked) throw refused(error?.message);
    return checked;
  };

  return (
    <>
      <PaymentElement />
      <Button
        look="primary"
        disabled={busy || !stripe}
        focusableWhenDisabled
        onClick={() => onSubmit(takeCard)}
      >
        {busy ? 'Checking the card' : 'Use this card'}
      </Button>
    </>
  );
}

function checkedIn(intent: SetupIntent | undefined): CheckedCard | null {
  if (intent?.status !== 'succeeded') return null;
  const { id, payment_method: method } = intent;
  const paymentMethod = typeof method === 'string' ? method : method?.id;
  return paymentMethod ? { setup_intent: id, payment_method: paymentMethod } : null;
}

const unready: Problem = {
  kind: 'unavailable',
  message: 'The form of the payment provider could not be loaded. Reload the page.',
};

const refused = (message: string | undefined): Problem => ({
  kind: 'invalid',
  message: message ?? 'The payment provider did not take this card.',
});
