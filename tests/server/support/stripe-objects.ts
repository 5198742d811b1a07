import type Stripe from 'stripe';
import type { Fields } from './stripe-form.ts';

/** Objects of Stripe, complete as the SDK's types require, with the values that these tests need. */

const emptyList = <Item>(data: Item[] = []): Stripe.ApiList<Item> => ({
  object: 'list',
  data,
  has_more: false,
  url: '/v1/list',
});

const textsOf = (fields: Fields[string] | undefined): Record<string, string> =>
  (typeof fields === 'object' ? fields : {}) as Record<string, string>;

export const customerOf = (id: string, fields: Fields): Stripe.Customer => ({
  id,
  object: 'customer',
  balance: 0,
  created: 0,
  default_source: null,
  description: null,
  email: String(fields.email ?? ''),
  name: String(fields.name ?? ''),
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  metadata: textsOf(fields.metadata),
  shipping: null,
});

export const setupIntentOf = (id: string, customer: string): Stripe.SetupIntent => ({
  id,
  object: 'setup_intent',
  allowed_payment_method_types: ['card'],
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: `${id}_secret_1`,
  created: 0,
  customer,
  description: null,
  excluded_payment_method_types: null,
  last_setup_error: null,
  latest_attempt: null,
  livemode: false,
  mandate: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  single_use_mandate: null,
  status: 'requires_payment_method',
  usage: 'off_session',
});

export const methodOf = (id: string): Stripe.PaymentMethod => ({
  id,
  object: 'payment_method',
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: 'visa',
    checks: null,
    country: 'US',
    display_brand: 'visa',
    exp_month: 4,
    exp_year: 2029,
    funding: 'credit',
    generated_from: null,
    last4: '4242',
    networks: null,
    regulated_status: null,
    three_d_secure_usage: null,
    wallet: null,
  },
  created: 0,
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
});

export const priceOf = (id: string, fields: Fields): Stripe.Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: 0,
  currency: String(fields.currency),
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: textsOf(fields.metadata),
  nickname: textsOf(fields.product_data).name ?? null,
  product: `prod_${id}`,
  recurring: {
    interval: textsOf(fields.recurring).interval === 'year' ? 'year' : 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: null,
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: Number(fields.unit_amount),
  unit_amount_decimal: null,
});

const planOf = ({ id, currency, unit_amount: amount, recurring }: Stripe.Price): Stripe.Plan => ({
  id,
  object: 'plan',
  active: true,
  amount,
  amount_decimal: null,
  billing_scheme: 'per_unit',
  created: 0,
  currency,
  interval: recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: null,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

type SubscriptionFacts = {
  id: string;
  item: string;
  customer: string;
  price: Stripe.Price;
  invoice: Stripe.Invoice | null;
  start: number;
  status: Stripe.Subscription['status'];
  metadata: Record<string, string>;
};

export function subscriptionOf(facts: SubscriptionFacts): Stripe.Subscription {
  const { id, item, customer, price, invoice, start, status, metadata } = facts;
  const days = price.recurring?.interval === 'year' ? 365 : 30;
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: null,
    collection_method: 'charge_automatically',
    created: start,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: emptyList([
      {
        id: item,
        object: 'subscription_item' as const,
        billing_thresholds: null,
        created: start,
        current_period_start: start,
        current_period_end: start + days * 86_400,
        current_trial: null,
        discounts: [],
        metadata: {},
        plan: planOf(price),
        price,
        quantity: 1,
        subscription: id,
        tax_rates: null,
      },
    ]),
    latest_invoice: invoice,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

export const pendingUpdateUntil = (expires: number): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: null,
  cancel_at_period_end: null,
  discount: null,
  discounts: null,
  expires_at: expires,
  metadata: null,
  subscription_items: null,
  trial_end: null,
  trial_from_plan: null,
});

type InvoiceFacts = {
  id: string;
  customer: string;
  subscription: string;
  number: string | null;
  amount: number;
  status: Stripe.Invoice.Status;
  secret: string | null;
  created: number;
  end?: number;
  lines?: readonly (readonly [string, number])[];
};

export function invoiceOf(facts: InvoiceFacts): Stripe.Invoice {
  const { id, customer, subscription, number, amount, status, secret, created, end } = facts;
  const isPaid = status === 'paid';
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: null,
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: null,
    billing_reason: 'subscription_create',
    collection_method: 'charge_automatically',
    confirmation_secret: secret === null ? null : { client_secret: secret, type: 'payment_intent' },
    created,
    currency: 'usd',
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    invoice_pdf: `https://pay.stripe.com/invoice/${id}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: emptyList((facts.lines ?? []).map(([text, cents]) => lineOf(id, text, cents))),
    livemode: false,
    metadata: {},
    next_payment_attempt: end ?? null,
    number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: end ?? created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: isPaid ? created : null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: null,
    total_excluding_tax: amount,
    total_pretax_credit_amounts: null,
    total_taxes: null,
    webhooks_delivered_at: null,
  };
}

const lineOf = (invoice: string, description: string, amount: number): Stripe.InvoiceLineItem => ({
  id: `il_${invoice}_${description.length}`,
  object: 'line_item',
  amount,
  currency: 'usd',
  description,
  discount_amounts: null,
  discountable: false,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: null,
  period: { end: 0, start: 0 },
  pretax_credit_amounts: null,
  pricing: null,
  quantity: 1,
  quantity_decimal: null,
  subscription: null,
  subtotal: amount,
  taxes: null,
});
