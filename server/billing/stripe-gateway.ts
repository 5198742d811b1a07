import type pg from 'pg';
import type Stripe from 'stripe';
import type { Billing, Invoice } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import { inTransaction } from '../database/orm.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { cycleEnd } from './cycle.ts';
import {
  alreadySubscribed,
  type Gateway,
  nothingToConfirm,
  type Payer,
  type SubscriptionState,
  subscriptionEnded,
} from './gateway.ts';
import { intervalOf, type PlanRow, storeStripePrice } from './plans.ts';
import {
  type BillingAccount,
  openAccount,
  readAccount,
  storeIntent,
  storeMethod,
} from './stripe-accounts.ts';
import { callStripe, findAtStripe } from './stripe-client.ts';
import { fromUnits, toUnits } from './stripe-money.ts';
import { expandedFields, readSnapshot, secretOf, storeSnapshot } from './stripe-snapshots.ts';
import {
  findSubscription,
  insertSubscription,
  liveSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.ts';

type Dependencies = { pool: pg.Pool; stripe: Stripe; now: () => Date };

/** Milliseconds after which a call without result was lost with its process. */
const longestCall = 120_000;

/** Cards, subscriptions and invoices at Stripe; the database stores snapshots of them. */
export function stripeGateway({ pool, stripe, now }: Dependencies): Gateway {
  async function accountOf({ projectId, name, email }: Payer): Promise<BillingAccount> {
    const known = await readAccount(pool, projectId);
    if (known) return known;
    const customer = await callStripe(() =>
      stripe.customers.create({ name, email, metadata: { project: `${projectId}` } }),
    );
    return openAccount(pool, projectId, { customerId: customer.id, email });
  }

  async function openIntent({ setupIntent }: BillingAccount): Promise<Stripe.SetupIntent | null> {
    if (setupIntent === null) return null;
    const intent = await findAtStripe(() => stripe.setupIntents.retrieve(setupIntent));
    return intent?.status === 'canceled' ? null : intent;
  }

  /** A plan with a changed price needs a new price at Stripe. */
  async function priceOf(plan: PlanRow): Promise<string> {
    if (plan.stripePrice !== null) return plan.stripePrice;
    const price = await callStripe(() =>
      stripe.prices.create({
        currency: plan.currency.toLowerCase(),
        unit_amount: toUnits(Number(plan.price), plan.currency),
        recurring: { interval: intervalOf(plan) },
        product_data: { name: plan.name },
        metadata: { plan: `${plan.id}` },
      }),
    );
    await storeStripePrice(pool, plan, price.id);
    return price.id;
  }

  /** Calls Stripe, stores its answer and returns the resulting state. */
  async function standingAfter(
    rowId: number,
    ask: () => Promise<Stripe.Subscription>,
  ): Promise<SubscriptionState> {
    const look = await readSnapshot(pool, () => callStripe(ask));
    await storeSnapshot(pool, look, rowId);
    const row = await findSubscription(pool, rowId);
    if (!row) throw new Error('The subscription is gone.');
    return { row, secret: secretOf(look.seen) };
  }

  const look = (row: SubscriptionRow): Promise<SubscriptionState> => {
    const { stripeId } = row;
    if (stripeId === null) return Promise.resolve({ row, secret: null });
    return standingAfter(row.id, () =>
      stripe.subscriptions.retrieve(stripeId, { expand: expandedFields }),
    );
  };

  /**
   * Reserves the row of a subscription that is about to be created, so that a second call finds it. A call for another
   * plan waits until the first one must have ended, or both would be charged.
   */
  async function reserve(projectId: number, plan: PlanRow): Promise<SubscriptionRow> {
    return inTransaction(pool, async (client) => {
      await client.query('select from projects where id = $1 for no key update', [projectId]);
      const live = await liveSubscription(client, projectId);
      const start = now();
      const place = {
        plan: plan.id,
        anchor: start,
        periodStart: start,
        price: plan.price,
        currency: plan.currency,
        interval: plan.interval,
        periodEnd: cycleEnd(start, intervalOf(plan), start),
      };
      if (!live) return insertSubscription(client, { projectId, status: 'incomplete', ...place });
      const isOfAnother =
        live.stripeId === null && live.status === 'incomplete' && live.plan !== plan.id;
      if (!isOfAnother) return live;
      if (start.getTime() - live.periodStart.getTime() < longestCall) throw choosing();
      return updateSubscription(client, live.id, place);
    });
  }

  /** A subscription created by a call that ended before it could store the result. */
  async function madeBefore(row: SubscriptionRow, customer: string) {
    const { data } = await callStripe(() =>
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    );
    return data.find(({ metadata }) => metadata.subscription === `${row.id}`) ?? null;
  }

  async function make(
    row: SubscriptionRow,
    plan: PlanRow,
    customer: string,
  ): Promise<SubscriptionState> {
    const price = await priceOf(plan);
    const made = await madeBefore(row, customer);
    if (made)
      return standingAfter(row.id, () =>
        stripe.subscriptions.retrieve(made.id, { expand: expandedFields }),
      );
    try {
      await standingAfter(row.id, () =>
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            payment_behavior: 'allow_incomplete',
            metadata: { project: `${row.projectId}`, subscription: `${row.id}` },
            expand: expandedFields,
          },
          { idempotencyKey: `subscribe-${customer}-${row.id}-${price}` },
        ),
      );
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) {
        await pool.query('delete from subscriptions where id = $1 and stripe_id is null', [row.id]);
      }
      throw error;
    }
    const stored = await findSubscription(pool, row.id);
    if (!stored) throw new Error('The subscription is gone.');
    return look(stored);
  }

  async function subscribe(projectId: number, plan: PlanRow): Promise<SubscriptionState> {
    const account = await readAccount(pool, projectId);
    if (!account?.paymentMethod) throw new Refusal(409, { detail: 'Add a card first.' });
    const { customerId } = account;
    const row = await reserve(projectId, plan);
    if (row.status === 'manual') throw alreadySubscribed();
    const { stripeId } = row;
    if (stripeId === null) return make(row, plan, customerId);
    const state = await look(row);
    const { status } = state.row;
    if (status === 'canceled') return subscribe(projectId, plan);
    if (status === 'incomplete') {
      await standingAfter(row.id, () => stripe.subscriptions.cancel(stripeId));
      return subscribe(projectId, plan);
    }
    if (state.row.plan === plan.id) return state;
    throw alreadySubscribed();
  }

  /** The subscription as it can be changed now, read again because the stored row may be outdated. */
  async function changeable(row: SubscriptionRow): Promise<string> {
    const stripeId = idOf(row);
    const { status } = (await look(row)).row;
    if (status === 'canceled') throw subscriptionEnded();
    if (status === 'incomplete') throw unpaid();
    return stripeId;
  }

  /** The single item of a subscription: its plan. */
  async function itemOf(stripeId: string): Promise<string> {
    const { items } = await callStripe(() => stripe.subscriptions.retrieve(stripeId));
    const [item] = items.data;
    if (!item) throw new Error('A subscription of Stripe has no plan.');
    return item.id;
  }

  async function nextInvoice({ stripeId, status, cancelAtPeriodEnd }: SubscriptionRow) {
    if (stripeId === null || cancelAtPeriodEnd || status === 'canceled') return null;
    const next = await findAtStripe(() =>
      stripe.invoices.createPreview({ subscription: stripeId }),
    );
    return (
      next && {
        date: dayOf(new Date((next.next_payment_attempt ?? next.period_end) * 1_000)),
        amount: fromUnits(next.amount_due, next.currency),
        currency: next.currency.toUpperCase(),
      }
    );
  }

  return {
    takesCards: true,

    async openCard(payer) {
      const account = await accountOf(payer);
      const intent =
        (await openIntent(account)) ??
        (await callStripe(() =>
          stripe.setupIntents.create({
            customer: account.customerId,
            usage: 'off_session',
            allowed_payment_method_types: ['card'],
            metadata: { project: `${payer.projectId}` },
          }),
        ));
      const { id, client_secret: secret, status } = intent;
      if (secret === null) throw new Error('Stripe gave no secret for a card.');
      await storeIntent(pool, payer.projectId, { id, secret });
      return { id, client_secret: secret, status };
    },

    async keepCard(projectId, { setup_intent: named, payment_method: method }, onKept) {
      const account = await readAccount(pool, projectId);
      const open = account?.setupIntent;
      if (!account || !open) throw nothingToConfirm();
      if (named !== open)
        throw invalid('setup_intent', 'This is not the card that is being taken.');
      const intent = await findAtStripe(() =>
        stripe.setupIntents.retrieve(open, { expand: ['payment_method'] }),
      );
      const used = intent?.payment_method;
      const isOurs = intent?.customer === account.customerId && intent.status === 'succeeded';
      if (!isOurs || !used || typeof used === 'string') {
        throw new Refusal(409, { detail: 'The card was not confirmed yet.' });
      }
      if (method && method !== used.id) {
        throw invalid('payment_method', 'This is not the card that was confirmed.');
      }
      await callStripe(() =>
        stripe.customers.update(account.customerId, {
          invoice_settings: { default_payment_method: used.id },
        }),
      );
      await inTransaction(pool, async (client) => {
        const card = { intent: open, method: used.id, card: cardOf(used) };
        if (!(await storeMethod(client, projectId, card))) throw nothingToConfirm();
        await onKept(client);
      });
    },

    subscribe,
    look,

    async preview(row, plan) {
      const stripeId = await changeable(row);
      const at = now();
      const [price, item] = await Promise.all([priceOf(plan), itemOf(stripeId)]);
      const next = await callStripe(() =>
        stripe.invoices.createPreview({
          subscription: stripeId,
          subscription_details: {
            items: [{ id: item, price }],
            proration_behavior: 'always_invoice',
            proration_date: secondsOf(at),
          },
        }),
      );
      const keepsRhythm = intervalOf(row) === intervalOf(plan);
      const date = keepsRhythm ? row.periodEnd : cycleEnd(at, intervalOf(plan), at);
      const amount = Number(plan.price);
      return {
        plan: {
          id: plan.id,
          name: plan.name,
          price: amount,
          currency: plan.currency,
          interval: intervalOf(plan),
        },
        currency: plan.currency,
        due_now: fromUnits(next.amount_due, next.currency),
        lines: next.lines.data.map((line) => ({
          description: line.description ?? '',
          amount: fromUnits(line.amount, line.currency),
        })),
        next_invoice: row.cancelAtPeriodEnd ? null : { date: dayOf(date), amount },
        proration_at: new Date(secondsOf(at) * 1_000).toISOString(),
      };
    },

    async change(row, plan, at) {
      const stripeId = await changeable(row);
      const [price, item] = await Promise.all([priceOf(plan), itemOf(stripeId)]);
      return standingAfter(row.id, () =>
        stripe.subscriptions.update(stripeId, {
          items: [{ id: item, price }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'pending_if_incomplete',
          ...(at && at <= now() ? { proration_date: secondsOf(at) } : {}),
          expand: expandedFields,
        }),
      );
    },

    async end(row, isEnding) {
      const stripeId = await changeable(row);
      return standingAfter(row.id, () =>
        stripe.subscriptions.update(stripeId, {
          cancel_at_period_end: isEnding,
          expand: expandedFields,
        }),
      );
    },

    async payment(row) {
      const [account, next] = await Promise.all([
        readAccount(pool, row.projectId),
        nextInvoice(row),
      ]);
      return {
        card: account?.card ?? null,
        billing_email: account?.email ?? null,
        next_invoice: next,
      };
    },

    async invoices({ stripeId }) {
      if (stripeId === null) return [];
      const { data } = await callStripe(() =>
        stripe.invoices.list({ subscription: stripeId, limit: 100 }),
      );
      return data.map(invoiceOf);
    },
  };
}

const invoiceStatuses = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

const invoiceOf = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id,
  number: invoice.number ?? '',
  date: dayOf(new Date(invoice.created * 1_000)),
  amount: fromUnits(invoice.total, invoice.currency),
  currency: invoice.currency.toUpperCase(),
  status: invoiceStatuses.find((one) => one === invoice.status) ?? 'draft',
  pdf_url: invoice.invoice_pdf ?? null,
});

const cardOf = ({ card }: Stripe.PaymentMethod): Billing['card'] =>
  card
    ? { brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year }
    : null;

const choosing = () =>
  new Refusal(409, {
    detail: 'Another plan is being chosen for this company. Try again in two minutes.',
  });

const unpaid = () =>
  new Refusal(409, { detail: 'This subscription is not paid yet. Choose the plan again.' });

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

function idOf({ stripeId }: SubscriptionRow): string {
  if (stripeId === null) throw unpaid();
  return stripeId;
}
