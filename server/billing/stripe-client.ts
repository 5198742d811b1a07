import Stripe from 'stripe';
import { Refusal, unavailable } from '../platform/refusal.ts';

export type StripeSettings = {
  secretKey: string;
  /** The secret with which Stripe signs its webhooks. */
  webhookSecret: string;
  /** The base URL of Stripe; only tests set it. */
  apiUrl?: string | undefined;
};

/** One host, no redirects, and an answer or an error within seconds. */
export function createStripe({ secretKey, apiUrl }: StripeSettings): Stripe {
  const at = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    timeout: 10_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(at
      ? {
          host: at.hostname,
          port: at.port || (at.protocol === 'https:' ? '443' : '80'),
          protocol: at.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }
      : {}),
  });
}

/** Stripe's messages about a card are for its owner; messages about our use of the API only go to the log. */
export async function callStripe<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new Refusal(400, { non_field_errors: [error.message] });
    }
    if (
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError
    ) {
      throw unavailable('The payment service does not answer. Try again in a moment.', 5);
    }
    const { type, code, param, statusCode } = error;
    throw new Error(`Stripe refused a request: ${[statusCode, type, code, param].join(' ')}`);
  }
}

/** Null for ids that Stripe does not know. */
export async function findAtStripe<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  return callStripe(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing')
        return null;
      throw error;
    }
  });
}
