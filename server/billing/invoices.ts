import { and, desc, eq } from 'drizzle-orm';
import type { Invoice } from '#contract/billing.ts';
import { type Connection, orm } from '../database/orm.ts';
import { invoices } from '../database/schema.ts';
import { dayOf } from './cycle.ts';
import type { SubscriptionRow } from './subscriptions.ts';

type InvoiceRow = typeof invoices.$inferSelect;

/** Numbers of a subscription follow each other without gaps; whoever writes one has locked it. */
export async function writeInvoice(
  connection: Connection,
  { id, currency }: Pick<SubscriptionRow, 'id' | 'currency'>,
  { amount, date }: { amount: number; date: Date },
): Promise<void> {
  if (amount <= 0) return;
  const written = await orm(connection).$count(invoices, eq(invoices.subscriptionId, id));
  await orm(connection)
    .insert(invoices)
    .values({
      subscriptionId: id,
      number: `S${id}-${String(written + 1).padStart(4, '0')}`,
      date: dayOf(date),
      amount: `${amount}`,
      currency,
      status: 'open',
    });
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

/** Only what is open can be settled; null for anything else. */
export async function settleInvoice(
  connection: Connection,
  id: number,
  status: 'paid' | 'void',
): Promise<Invoice | null> {
  const [row] = await orm(connection)
    .update(invoices)
    .set({ status })
    .where(and(eq(invoices.id, id), eq(invoices.status, 'open')))
    .returning();
  return row ? invoiceAnswer(row) : null;
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
