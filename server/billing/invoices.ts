import { Decimal } from 'decimal.js';
import { and, desc, eq } from 'drizzle-orm';
import type { Invoice } from '#contract/billing/schemas.ts';
import { dayOf } from '#contract/period.ts';
import { type Connection, orm } from '../database/orm.ts';
import { invoices, subscriptions } from '../database/schema/billing.ts';
import type { SubscriptionRow } from './subscriptions.ts';

export type InvoiceRow = typeof invoices.$inferSelect;

/**
 * The numbers of a subscription's invoices have no gaps; the caller must have locked the subscription. Answers the
 * written number, or null where nothing is due.
 */
export async function writeInvoice(
  connection: Connection,
  { id, currency }: Pick<SubscriptionRow, 'id' | 'currency'>,
  { amount, date }: { amount: Decimal; date: Date },
): Promise<number | null> {
  if (amount.lte(0)) return null;
  const written = await orm(connection).$count(invoices, eq(invoices.subscriptionId, id));
  const [invoice] = await orm(connection)
    .insert(invoices)
    .values({
      subscriptionId: id,
      number: `S${id}-${String(written + 1).padStart(4, '0')}`,
      date: dayOf(date),
      amount: amount.toFixed(2),
      currency,
      status: 'open',
    })
    .returning({ id: invoices.id });
  return invoice?.id ?? null;
}

export async function findInvoice(connection: Connection, id: number): Promise<InvoiceRow | null> {
  const [row] = await orm(connection).select().from(invoices).where(eq(invoices.id, id));
  return row ?? null;
}

/** Locks the invoice until the transaction ends. */
export async function lockInvoice(connection: Connection, id: number): Promise<InvoiceRow | null> {
  const [row] = await orm(connection)
    .select()
    .from(invoices)
    .where(eq(invoices.id, id))
    .for('update');
  return row ?? null;
}

/** Lowers an invoice. An open invoice without a remaining amount becomes void; a settled one stays as it is. */
export async function lowerInvoice(
  connection: Connection,
  { id, amount }: InvoiceRow,
  less: Decimal,
): Promise<void> {
  const rest = new Decimal(amount).minus(less);
  await orm(connection)
    .update(invoices)
    .set(rest.lte(0) ? { status: 'void' } : { amount: rest.toFixed(2) })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')));
}

export async function readInvoices(
  connection: Connection,
  subscriptionId: number,
): Promise<Invoice[]> {
  const rows = await orm(connection)
    .select()
    .from(invoices)
    .where(eq(invoices.subscriptionId, subscriptionId))
    .orderBy(desc(invoices.id));
  return rows.map(invoiceAnswer);
}

/** Settles an open invoice; repeating it changes nothing (`isNew` tells); null for any other invoice. */
export async function settleInvoice(
  connection: Connection,
  id: number,
  status: 'paid' | 'void',
): Promise<{ invoice: Invoice; project: number; isNew: boolean } | null> {
  const [changed] = await orm(connection)
    .update(invoices)
    .set({ status })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')))
    .returning();
  const settled = changed ?? (await findInvoice(connection, id));
  if (settled?.status !== status) return null;
  const [owner] = await orm(connection)
    .select({ project: subscriptions.projectId })
    .from(subscriptions)
    .where(eq(subscriptions.id, settled.subscriptionId));
  if (!owner) return null;
  return { invoice: invoiceAnswer(settled), ...owner, isNew: changed !== undefined };
}

const invoiceAnswer = ({ id, number, date, amount, currency, status }: InvoiceRow): Invoice => ({
  id: `${id}`,
  number,
  date,
  amount: Number(amount),
  currency,
  status: status as Invoice['status'],
  pdf_url: null,
});
