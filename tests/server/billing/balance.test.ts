import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cycleEnd, unusedValue } from '#server/billing/cycle.ts';
import { settleInvoice } from '#server/billing/invoices.ts';
import { manualGateway } from '#server/billing/manual-gateway.ts';
import { createPlan, intervalOf, type PlanRow } from '#server/billing/plans.ts';
import { billingFixture, noon } from './fixture.ts';

const fixture = billingFixture({ mode: 'manual' });

const HOUR = 3_600_000;

type Step =
  | { act: 'wait'; hours: number }
  | { act: 'change'; plan: number; minutesAgo: number | null }
  | { act: 'paid' | 'void'; invoice: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('wait'), hours: fc.integer({ min: 1, max: 24 * 50 }) }),
  fc.record({
    act: fc.constant('change'),
    plan: fc.nat(4),
    minutesAgo: fc.option(fc.integer({ min: 0, max: 90 })),
  }),
  fc.record({ act: fc.constantFrom('paid', 'void'), invoice: fc.nat(3) }),
);

/** Prices that are no whole number of cents per hour, one of them 0. */
async function plansOf(): Promise<[PlanRow, ...PlanRow[]]> {
  const make = (price: number, interval: 'month' | 'year') =>
    createPlan(fixture().pool, {
      name: `${price} a ${interval}`,
      price,
      interval,
      currency: 'USD',
      events_limit: null,
      projects_limit: null,
      features: [],
      is_offered: false,
    });
  return [
    await make(29.99, 'month'),
    await make(99.01, 'month'),
    await make(0, 'month'),
    await make(6_000, 'year'),
    await make(333.33, 'year'),
  ];
}

/** A subscription, and its usage by plans and clock alone. */
async function begin([first, ...others]: readonly [PlanRow, ...PlanRow[]]) {
  const { pool, company } = fixture();
  let at = noon;
  const gateway = manualGateway({ pool, now: () => at });
  let { row } = await gateway.subscribe((await company()).project, first);
  let used = new Decimal(first.price);
  /** The amounts that no longer need payment. */
  let forgiven = new Decimal(0);

  async function invoices() {
    const { rows } = await pool.query<{ id: number; amount: string; status: string }>(
      'select id, amount, status from invoices where subscription_id = $1 order by id desc',
      [row.id],
    );
    return rows;
  }

  async function look(): Promise<void> {
    const before = row;
    row = (await gateway.look(before)).row;
    for (let started = before.periodEnd; started <= row.periodStart; ) {
      used = used.plus(before.price);
      started = cycleEnd(before.anchor, intervalOf(before), started);
    }
  }

  async function change(plan: PlanRow, minutesAgo: number | null): Promise<void> {
    if (plan.id === row.plan) return;
    const before = row;
    const invoice = (await invoices()).find(({ id }) => id === before.invoice);
    const named = minutesAgo === null ? null : new Date(at.getTime() - minutesAgo * 60_000);
    row = (await gateway.change(before, plan, named)).row;
    const moment = row.changedAt ?? at;
    const cycle = { start: before.periodStart, end: before.periodEnd };
    const left = unusedValue(before.price, cycle, moment);
    const keepsRhythm = plan.interval === before.interval;
    used = used.minus(left).plus(keepsRhythm ? unusedValue(plan.price, cycle, moment) : plan.price);
    if (invoice?.status === 'void') forgiven = forgiven.minus(Decimal.min(left, invoice.amount));
  }

  return {
    async take(fields: Step): Promise<void> {
      if (fields.act === 'wait') at = new Date(at.getTime() + fields.hours * HOUR);
      await look();
      if (fields.act === 'change')
        await change([first, ...others][fields.plan] ?? first, fields.minutesAgo);
      if (fields.act !== 'paid' && fields.act !== 'void') return;
      const invoice = (await invoices())[fields.invoice];
      if (invoice?.status !== 'open') return;
      await settleInvoice(pool, invoice.id, fields.act);
      if (fields.act === 'void') forgiven = forgiven.plus(invoice.amount);
    },
    async balance() {
      const all = await invoices();
      const sum = (...statuses: string[]) =>
        Decimal.sum(0, ...all.filter((one) => statuses.includes(one.status)).map(amountOf));
      return {
        invoiced: sum('open', 'paid').minus(row.credit),
        used: used.minus(forgiven),
        paid: sum('paid'),
        credit: new Decimal(row.credit),
      };
    },
  };
}

const amountOf = ({ amount }: { amount: string }): string => amount;

it('the invoiced amount without voids and credits is the used amount, and only paid amounts are credited', async () => {
  const plans = await plansOf();
  const steps = fc.array(step, { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const subscription = await begin(plans);
      for (const one of taken) {
        await subscription.take(one);
        const { invoiced, used, paid, credit } = await subscription.balance();
        expect(invoiced.toFixed()).toBe(used.toFixed());
        expect(credit.toNumber()).toBeLessThanOrEqual(paid.toNumber());
      }
    }),
    { numRuns: 200 },
  );
});
