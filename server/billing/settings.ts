import type { SignUpState } from '#contract/billing/schemas.ts';
import type { BillingMode } from '#contract/installation/schemas.ts';
import type { Env } from '../platform/env.ts';
import type { StripeSettings } from './stripe-client.ts';

/** How this installation collects payments: by Stripe, by its operator, or not at all. */
export type BillingSettings =
  | { mode: 'stripe'; stripe: StripeSettings }
  | { mode: Exclude<BillingMode, 'stripe'> };

/** The step of signing up that follows the company, which is the last one where billing is off. */
export const stepAfterCompany = (mode: BillingMode): SignUpState =>
  mode === 'off' ? 'active' : 'payment';

type Variables = Pick<
  Env,
  'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL' | 'BILLING' | 'DEMO'
>;

/** Stripe's keys win; the demo shows plans and invoices without them. */
export function billingSettingsOf(env: Variables): BillingSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey && webhookSecret) {
    return { mode: 'stripe', stripe: { secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL } };
  }
  return { mode: env.BILLING === 'manual' || env.DEMO ? 'manual' : 'off' };
}
