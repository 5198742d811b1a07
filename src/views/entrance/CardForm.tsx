import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useState } from 'react';
import type { Problem } from '#contract/problem.ts';
import type { TakeCard } from '#machines/sign-up.ts';
import { Button } from '../parts/Button.tsx';
import { stripeOf } from '../parts/stripe.ts';

type Props = {
  publicKey: string;
  clientSecret: string;
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
    if (error) throw refused(error.message);
    const { id, payment_method: method } = setupIntent;
    const paymentMethod = typeof method === 'string' ? method : method?.id;
    if (!paymentMethod) throw refused(undefined);
    return { setup_intent: id, payment_method: paymentMethod };
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

const unready: Problem = {
  kind: 'unavailable',
  message: 'The form of the payment provider could not be loaded. Reload the page.',
};

const refused = (message: string | undefined): Problem => ({
  kind: 'invalid',
  message: message ?? 'The payment provider did not take this card.',
});
