import { z } from 'zod';
import { byId } from '../endpoint.ts';
import { rowId } from '../row-id.ts';

/** The steps of a sign-up, in their order; only the server moves a person on. */
export const signUpStates = ['company', 'payment', 'subscription', 'active'] as const;
export type SignUpState = (typeof signUpStates)[number];

/**
 * `manual`: the operator collects the money. `incomplete`: the first payment waits for its payer. `past_due`: a later
 * payment failed and is retried. `unpaid`: retries have ended.
 */
export const subscriptionStatuses = [
  'trialing',
  'active',
  'past_due',
  'canceled',
  'incomplete',
  'unpaid',
  'manual',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The shares of the plan's events that trigger a usage warning, in percent. */
export const usageWarnings = [80, 95, 100] as const;

const day = z.string();
const currency = z.string().regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code such as USD.');
const price = z
  .number('Enter a price.')
  .min(0, 'Enter a price of 0 or more.')
  .max(1_000_000, 'Enter a price up to 1,000,000.')
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'Use whole cents.');
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(most, `Use at most ${most} characters.`)
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Use no line breaks.');

const planFields = {
  name: line(60),
  price,
  currency,
  interval: z.enum(['month', 'year'], 'Use month or year.'),
  /** Events of one billing cycle; null for no limit. */
  events_limit: z.int().min(1).max(1e12).nullable(),
  /** How many projects of one owner may be on the plan; null for no limit. */
  projects_limit: z.int().min(1).max(100_000).nullable(),
  features: z.array(line(60)).max(20),
  /** Whether people can choose the plan; present subscribers keep it. */
  is_offered: z.boolean(),
};

export const planSchema = z.object({ id: z.int(), ...planFields });
export type Plan = z.infer<typeof planSchema>;

export const newPlanSchema = z.strictObject({
  ...planFields,
  currency: currency.default('USD'),
  interval: planFields.interval.default('month'),
  events_limit: planFields.events_limit.default(null),
  projects_limit: planFields.projects_limit.default(null),
  features: planFields.features.default([]),
  is_offered: planFields.is_offered.default(true),
});
export const planChangeSchema = z.strictObject(planFields).partial();

export const subscriptionSchema = z.object({
  id: z.int(),
  status: z.enum(subscriptionStatuses),
  project: z.int(),
  plan: planSchema.pick({ id: true, name: true, price: true, currency: true, interval: true }),
  current_period_start: day,
  current_period_end: day,
  /** The subscription ends with its cycle; until then it can be resumed. */
  cancel_at_period_end: z.boolean(),
  /** The payment that the payer has to confirm with their bank, by Stripe's script; null for other readers. */
  requires_action: z.object({ client_secret: z.string() }).nullable(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const newSubscriptionSchema = z.strictObject({ project: rowId, plan: rowId });

/** One change at a time: another plan, the end of the subscription, or its resumption (`false`). */
export const subscriptionChangeSchema = z
  .strictObject({
    plan: rowId,
    /** The time of the preview, so that the change costs what the preview showed. */
    proration_at: z.iso.datetime(),
    cancel_at_period_end: z.boolean(),
  })
  .partial()
  .refine(
    ({ plan, cancel_at_period_end: end }) => (plan === undefined) !== (end === undefined),
    'Change the plan, or end or resume the subscription.',
  );

/** Previews the cost of another plan. */
export const prorationBodySchema = z.strictObject({ plan: rowId });
export const prorationSchema = z.object({
  plan: subscriptionSchema.shape.plan,
  currency: z.string(),
  /** Charged when the plan changes. */
  due_now: z.number(),
  /** What the change adds or gives back, in the order of the invoice. */
  lines: z.array(z.object({ description: z.string(), amount: z.number() })),
  next_invoice: z.object({ date: day, amount: z.number() }).nullable(),
  proration_at: z.string(),
});
export type Proration = z.infer<typeof prorationSchema>;

export const billingParams = z.strictObject({
  id: z.union([byId.shape.id, z.literal('selected_project_subscription')]),
});
export const billingQuerySchema = z.strictObject({ project_id: byId.shape.id.optional() });

export const billingSchema = z.object({
  subscription: z.int(),
  status: z.enum(subscriptionStatuses),
  plan: z.int(),
  current_period_start: day,
  current_period_end: day,
  cancel_at_period_end: z.boolean(),
  /** Distinct events of the cycle. */
  events_used: z.int(),
  events_limit: z.int().nullable(),
  /** The projected events at the end of the cycle; null while too little of it has passed. */
  events_projected: z.int().nullable(),
  /** The highest warning share that was reached, in percent. */
  usage_warning: z.literal(usageWarnings).nullable(),
  card: z
    .object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int() })
    .nullable(),
  billing_email: z.string().nullable(),
  next_invoice: z.object({ date: day, amount: z.number(), currency: z.string() }).nullable(),
});
export type Billing = z.infer<typeof billingSchema>;

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  date: day,
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void', 'uncollectible']),
  pdf_url: z.string().nullable(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const invoicesQuerySchema = z.strictObject({ subscription: byId.shape.id });
export const invoiceParams = z.strictObject({ id: z.string().regex(/^\d{1,9}$/, 'Not found.') });
export const invoiceChangeSchema = z.strictObject({
  status: z.enum(['paid', 'void'], 'Use paid or void.'),
});

/** What Stripe's form needs to take a card, so that card data never passes through this server. */
export const setupIntentSchema = z.object({
  id: z.string(),
  client_secret: z.string(),
  status: z.string(),
});
export const newSetupIntentSchema = z.strictObject({ project: z.int() });

/** Both are left out where no card is required. */
export const paymentConfirmationSchema = z.strictObject({
  setup_intent: z.string().max(255).nullish(),
  payment_method: z.string().max(255).nullish(),
});
