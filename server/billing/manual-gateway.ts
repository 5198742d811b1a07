import { Decimal } from 'decimal.js';
import type pg from 'pg';
import { dayOf } from '#contract/period.ts';
import { inTransaction } from '../database/orm.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { amountDue, costOf, prorationOf } from './amounts.ts';
import { cycleEnd } from './cycle.ts';
import {
  alreadySubscribed,
  type Gateway,
  type SubscriptionState,
  subscriptionEnded,
} from './gateway.ts';
import { findInvoice, lockInvoice, lowerInvoice, readInvoices, writeInvoice } from './invoices.ts';
import { intervalOf, type PlanRow } from './plans.ts';
import {
  insertSubscription,
  liveSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.ts';

/** For how long the price of a preview is guaranteed. */
const previewHolds = 3_600_000;

type Dependencies = { pool: pg.Pool; now: () => Date };

/** Plans and invoices without cards: the operator collects payments. */
export function manualGateway({ pool, now }: Dependencies): Gateway {
  const stateOf = (row: SubscriptionRow): SubscriptionState => ({ row, secret: null });

  async function subscribe(client: pg.PoolClient, projectId: number, plan: PlanRow) {
    await client.query('select from projects where id = $1 for no key update', [projectId]);
    const live = await liveSubscription(client, projectId);
    if (live?.plan === plan.id) return live;
    if (live) throw alreadySubscribed();
    const start = now();
    const row = await insertSubscription(client, {
      projectId,
      plan: plan.id,
      status: 'manual',
      anchor: start,
      periodStart: start,
      ...agreed(plan),
      periodEnd: cycleEnd(start, intervalOf(plan), start),
    });
    const amount = new Decimal(plan.price);
    const invoice = await writeInvoice(client, row, { amount, date: start });
    return updateSubscription(client, row.id, { invoice });
  }

  /** Locks the row and brings it into the present cycle; every cycle that began gets its invoice. */
  async function current(client: pg.PoolClient, id: number): Promise<SubscriptionRow> {
    let row = await lockSubscription(client, id);
    if (!row) throw new Error('The subscription is gone.');
    if (row.status !== 'manual') return row;
    while (row.status === 'manual' && row.periodEnd <= now()) row = await nextCycle(client, row);
    return row;
  }

  async function nextCycle(client: pg.PoolClient, row: SubscriptionRow) {
    const { id, periodEnd, anchor } = row;
    if (row.cancelAtPeriodEnd) return updateSubscription(client, id, { status: 'canceled' });
    const { due, credit } = amountDue(row.price, row.credit);
    const invoice = await writeInvoice(client, row, { amount: due, date: periodEnd });
    return updateSubscription(client, id, {
      credit: credit.toFixed(2),
      invoice,
      periodStart: periodEnd,
      periodEnd: cycleEnd(anchor, intervalOf(row), periodEnd),
    });
  }

  const withCurrent = <Result>(
    { id }: SubscriptionRow,
    work: (row: SubscriptionRow, client: pg.PoolClient) => Promise<Result>,
  ) =>
    inTransaction(pool, async (client) => {
      const row = await current(client, id);
      if (row.status !== 'manual') throw subscriptionEnded();
      return work(row, client);
    });

  /** Not before the last change: otherwise the refund could exceed the charge. */
  const momentOf = ({ periodStart, changedAt }: SubscriptionRow, at: Date | null): Date => {
    const isPresent = at && at <= now() && at >= periodStart && at >= (changedAt ?? periodStart);
    return isPresent && now().getTime() - at.getTime() <= previewHolds ? at : now();
  };

  return {
    takesCards: false,

    async openCard() {
      throw noCard();
    },

    async keepCard(_, { setup_intent: intent, payment_method: method }, onKept) {
      if (intent) throw invalid('setup_intent', 'No card is needed here.');
      if (method) throw invalid('payment_method', 'No card is needed here.');
      await inTransaction(pool, onKept);
    },

    async subscribe(projectId, plan) {
      return stateOf(await inTransaction(pool, (client) => subscribe(client, projectId, plan)));
    },

    async look(row) {
      if (row.status !== 'manual' || row.periodEnd > now()) return stateOf(row);
      return stateOf(await inTransaction(pool, (client) => current(client, row.id)));
    },

    preview: (row, plan) =>
      withCurrent(row, async (before, client) => {
        const openInvoice =
          before.invoice === null ? null : await findInvoice(client, before.invoice);
        return prorationOf(before, openInvoice, { plan, at: momentOf(before, null) });
      }),

    async change(row, plan, at) {
      return withCurrent(row, async (before, client) => {
        const openInvoice =
          before.invoice === null ? null : await lockInvoice(client, before.invoice);
        const moment = momentOf(before, at);
        const cost = costOf(before, openInvoice, { plan, at: moment });
        if (openInvoice) await lowerInvoice(client, openInvoice, cost.unpaid);
        const invoice = await writeInvoice(client, before, { amount: cost.due, date: now() });
        const after = await updateSubscription(client, before.id, {
          plan: plan.id,
          ...agreed(plan),
          ...cost.cycle,
          credit: cost.credit.toFixed(2),
          invoice,
          changedAt: moment,
        });
        return stateOf(after);
      });
    },

    end: (row, cancelAtPeriodEnd) =>
      withCurrent(row, async ({ id }, client) =>
        stateOf(await updateSubscription(client, id, { cancelAtPeriodEnd })),
      ),

    async payment(row) {
      const { due } = amountDue(row.price, row.credit);
      const isBilled = row.status === 'manual' && !row.cancelAtPeriodEnd && Number(row.price) > 0;
      return {
        card: null,
        billing_email: null,
        next_invoice: isBilled
          ? { date: dayOf(row.periodEnd), amount: due.toNumber(), currency: row.currency }
          : null,
      };
    },

    invoices: ({ id }) => readInvoices(pool, id),
  };
}

const agreed = ({ price, currency, interval }: PlanRow) => ({ price, currency, interval });

const noCard = () => new Refusal(409, { detail: 'No card is needed here.' });
