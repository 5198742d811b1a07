import type pg from 'pg';
import type { Proration } from '#contract/billing.ts';
import { inTransaction } from '../database/orm.ts';
import { invalid, Refusal } from '../plugins/refusal.ts';
import { cycleEnd, dayOf, inCents, worthOfRest } from './cycle.ts';
import { ended, type Gateway, type Standing, subscribed } from './gateway.ts';
import { readInvoices, writeInvoice } from './invoices.ts';
import { intervalOf, type PlanRow } from './plans.ts';
import {
  insertSubscription,
  liveSubscription,
  lockSubscription,
  type SubscriptionRow,
  updateSubscription,
} from './subscriptions.ts';

/** For how long a change costs what its preview said. */
const previewHolds = 3_600_000;

type Dependencies = { pool: pg.Pool; now: () => Date };

/** Plans and invoices without cards: the operator sees to the money. */
export function manualGateway({ pool, now }: Dependencies): Gateway {
  const standing = (row: SubscriptionRow): Standing => ({ row, secret: null });

  async function subscribe(client: pg.PoolClient, projectId: number, plan: PlanRow) {
    await client.query('select from projects where id = $1 for no key update', [projectId]);
    const live = await liveSubscription(client, projectId);
    if (live?.plan === plan.id) return live;
    if (live) throw subscribed();
    const start = now();
    const row = await insertSubscription(client, {
      ...{ projectId, plan: plan.id, status: 'manual', anchor: start, periodStart: start },
      ...agreed(plan),
      periodEnd: cycleEnd(start, intervalOf(plan), start),
    });
    await writeInvoice(client, row, { amount: Number(plan.price), date: start });
    return row;
  }

  /** The row with nobody else at it, in the cycle that is now; every cycle that began has its invoice. */
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
    const { due, credit } = owed(Number(row.price), Number(row.credit));
    await writeInvoice(client, row, { amount: due, date: periodEnd });
    return updateSubscription(client, id, {
      credit: `${credit}`,
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
      if (row.status !== 'manual') throw ended();
      return work(row, client);
    });

  const momentOf = ({ periodStart }: SubscriptionRow, at: Date | null): Date =>
    at && at <= now() && at >= periodStart && now().getTime() - at.getTime() <= previewHolds
      ? at
      : now();

  return {
    takesCards: false,

    async openCard() {
      throw noCard();
    },

    async keepCard(_, { setup_intent: intent, payment_method: method }, kept) {
      if (intent) throw invalid('setup_intent', 'No card is asked here.');
      if (method) throw invalid('payment_method', 'No card is asked here.');
      await inTransaction(pool, kept);
    },

    async subscribe(projectId, plan) {
      return standing(await inTransaction(pool, (client) => subscribe(client, projectId, plan)));
    },

    async look(row) {
      if (row.status !== 'manual' || row.periodEnd > now()) return standing(row);
      return standing(await inTransaction(pool, (client) => current(client, row.id)));
    },

    preview: (row, plan) =>
      withCurrent(row, async (before) => prorationOf(before, plan, momentOf(before, null))),

    async change(row, plan, at) {
      return withCurrent(row, async (before, client) => {
        const moment = momentOf(before, at);
        const { due, credit, cycle } = costOf(before, plan, moment);
        const after = await updateSubscription(client, before.id, {
          ...{ plan: plan.id, ...agreed(plan), ...cycle, credit: `${credit}` },
        });
        await writeInvoice(client, after, { amount: due, date: now() });
        return standing(after);
      });
    },

    end: (row, cancelAtPeriodEnd) =>
      withCurrent(row, async ({ id }, client) =>
        standing(await updateSubscription(client, id, { cancelAtPeriodEnd })),
      ),

    async payment(row) {
      const { due } = owed(Number(row.price), Number(row.credit));
      const isBilled = row.status === 'manual' && !row.cancelAtPeriodEnd && Number(row.price) > 0;
      return {
        card: null,
        billing_email: null,
        next_invoice: isBilled
          ? { date: dayOf(row.periodEnd), amount: due, currency: row.currency }
          : null,
      };
    },

    invoices: ({ id }) => readInvoices(pool, id),
  };
}

/** What is to be paid after a credit, and what is left of the credit. */
function owed(price: number, credit: number): { due: number; credit: number } {
  return {
    due: inCents(Math.max(price - credit, 0)),
    credit: inCents(Math.max(credit - price, 0)),
  };
}

/** Within one rhythm the cycle goes on; another rhythm begins a cycle of its own. */
function costOf(row: SubscriptionRow, plan: PlanRow, at: Date) {
  const cycle = { start: row.periodStart, end: row.periodEnd };
  const back = worthOfRest(Number(row.price), cycle, at);
  const keepsRhythm = intervalOf(row) === intervalOf(plan);
  const price = Number(plan.price);
  const charge = keepsRhythm ? worthOfRest(price, cycle, at) : price;
  const next = cycleEnd(at, intervalOf(plan), at);
  return {
    back,
    charge,
    ...owed(charge, inCents(back + Number(row.credit))),
    cycle: keepsRhythm ? {} : { anchor: at, periodStart: at, periodEnd: next },
    nextDate: keepsRhythm ? row.periodEnd : next,
  };
}

function prorationOf(row: SubscriptionRow, plan: PlanRow, at: Date): Proration {
  const { back, charge, due, credit, nextDate } = costOf(row, plan, at);
  const price = Number(plan.price);
  return {
    plan: {
      ...{ id: plan.id, name: plan.name, price, currency: plan.currency },
      interval: intervalOf(plan),
    },
    currency: plan.currency,
    due_now: due,
    lines: [
      { description: 'What is left of the plan so far', amount: inCents(0 - back) },
      { description: `${plan.name} until ${dayOf(nextDate)}`, amount: charge },
      ...(Number(row.credit) > 0
        ? [{ description: 'Credit of an earlier change', amount: inCents(0 - Number(row.credit)) }]
        : []),
    ],
    next_invoice: row.cancelAtPeriodEnd
      ? null
      : { date: dayOf(nextDate), amount: owed(price, credit).due },
    proration_at: at.toISOString(),
  };
}

const agreed = ({ price, currency, interval }: PlanRow) => ({ price, currency, interval });

const noCard = () => new Refusal(409, { detail: 'No card is asked here.' });
