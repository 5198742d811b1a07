import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Problem } from '#contract/problem.ts';

let loaded: Promise<Stripe | null> | null = null;

/** Stripe's script, from Stripe, when the first card is asked for. */
export function stripeOf(publicKey: string): Promise<Stripe | null> {
  loaded ??= loadStripe(publicKey);
  return loaded;
}

/** Lets a person confirm a payment with their bank, where it wants that. */
export async function confirmWithBank(publicKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeOf(publicKey);
  const answer = await stripe?.confirmCardPayment(clientSecret);
  if (answer?.paymentIntent) return;
  const problem: Problem = {
    kind: 'invalid',
    message: answer?.error.message ?? 'The bank of this card did not confirm the payment.',
  };
  throw problem;
}
