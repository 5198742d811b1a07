import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Problem } from '#contract/problem.ts';

let loaded: Promise<Stripe | null> | null = null;

/** Stripe's script, from Stripe, when the first card is asked for; null where it does not come. */
export function stripeOf(publicKey: string): Promise<Stripe | null> {
  loaded ??= loadStripe(publicKey).catch(() => {
    loaded = null;
    return null;
  });
  return loaded;
}

/** Throws where the script does not come: another try asks for it anew. */
export async function fetchStripe(publicKey: string): Promise<void> {
  if (!(await stripeOf(publicKey))) throw unready;
}

/** Lets a person confirm a payment with their bank, where it wants that. */
export async function confirmWithBank(publicKey: string, clientSecret: string): Promise<void> {
  const stripe = await stripeOf(publicKey);
  if (!stripe) throw unready;
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret);
  if (paymentIntent) return;
  const problem: Problem = {
    kind: 'invalid',
    message: error.message ?? 'The bank of this card did not confirm the payment.',
  };
  throw problem;
}

const unready: Problem = {
  kind: 'unavailable',
  message: 'The script of the payment provider could not be loaded. Try again in a moment.',
};
