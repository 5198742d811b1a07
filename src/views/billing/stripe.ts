import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Problem } from '#contract/problem.ts';

let loaded: Promise<Stripe | null> | null = null;

/** Loads Stripe's script with the first card form; null if it cannot be loaded. */
export function stripeOf(publicKey: string): Promise<Stripe | null> {
  loaded ??= loadStripe(publicKey).catch(() => {
    loaded = null;
    return null;
  });
  return loaded;
}

/** Throws if the script cannot be loaded; the next call loads it again. */
export async function fetchStripe(publicKey: string): Promise<void> {
  if (!(await stripeOf(publicKey))) throw unready;
}

/** Lets the customer confirm a payment with their bank if the bank requires it. */
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
