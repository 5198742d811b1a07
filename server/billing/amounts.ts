import { Decimal } from 'decimal.js';
import type { Proration } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import { cycleEnd, unusedValue } from './cycle.ts';
import type { InvoiceRow } from './invoices.ts';
import { intervalOf, type PlanRow } from './plans.ts';
import type { SubscriptionRow } from './subscriptions.ts';

/** The amount due after a credit, and the rest of the credit. */
export function amountDue(
  price: Decimal.Value,
  credit: Decimal.Value,
): { due: Decimal; credit: Decimal } {
  return {
    due: Decimal.max(new Decimal(price).minus(credit), 0),
    credit: Decimal.max(new Decimal(credit).minus(price), 0),
  };
}

/**
 * A change within the same interval continues the cycle; another interval starts a new cycle. The unused part of the
 * old plan is subtracted from its invoice while that is unpaid, and given back only if it was paid.
 */
export function costOf(
  row: SubscriptionRow,
  openInvoice: InvoiceRow | null,
  { plan, at }: { plan: PlanRow; at: Date },
) {
  const cycle = { start: row.periodStart, end: row.periodEnd };
  const left = unusedValue(row.price, cycle, at);
  const unpaid = Decimal.min(
    left,
    openInvoice && openInvoice.status !== 'paid' ? openInvoice.amount : 0,
  );
  const keepsRhythm = intervalOf(row) === intervalOf(plan);
  const charge = keepsRhythm ? unusedValue(plan.price, cycle, at) : new Decimal(plan.price);
  const next = cycleEnd(at, intervalOf(plan), at);
  return {
    left,
    unpaid,
    charge,
    ...amountDue(charge, left.minus(unpaid).plus(row.credit)),
    cycle: keepsRhythm ? {} : { anchor: at, periodStart: at, periodEnd: next },
    nextDate: keepsRhythm ? row.periodEnd : next,
  };
}

export function prorationOf(
  row: SubscriptionRow,
  openInvoice: InvoiceRow | null,
  { plan, at }: { plan: PlanRow; at: Date },
): Proration {
  const { left, unpaid, charge, due, credit, nextDate } = costOf(row, openInvoice, { plan, at });
  const line = (description: string, amount: Decimal) => ({
    description,
    amount: amount.toNumber(),
  });
  const earlier = new Decimal(row.credit);
  return {
    plan: {
      id: plan.id,
      name: plan.name,
      price: Number(plan.price),
      currency: plan.currency,
      interval: intervalOf(plan),
    },
    currency: plan.currency,
    due_now: due.toNumber(),
    lines: [
      line('What is left of the plan so far', new Decimal(0).minus(left)),
      ...(openInvoice && unpaid.gt(0) ? [line(unpaidWords(openInvoice), unpaid)] : []),
      line(`${plan.name} until ${dayOf(nextDate)}`, charge),
      ...(earlier.gt(0) ? [line('Credit of an earlier change', earlier.neg())] : []),
    ],
    next_invoice: row.cancelAtPeriodEnd
      ? null
      : { date: dayOf(nextDate), amount: amountDue(plan.price, credit).due.toNumber() },
    proration_at: at.toISOString(),
  };
}

const unpaidWords = ({ status, number }: InvoiceRow): string =>
  status === 'open'
    ? `Deducted from the open invoice ${number} instead`
    : 'Of that, the unpaid part';
