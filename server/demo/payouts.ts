import type { Day } from '#contract/period.ts';
import { type Connection, orm } from '../database/orm.ts';
import { payouts } from '../database/schema/payouts.ts';
import { company } from './company.ts';
import type { Shop } from './create-shops.ts';
import type { DemoEvent } from './event.ts';

/** The earnings of each partner from the orders among these events, by their clicks. */
export function earningsOf(shop: Shop, events: readonly DemoEvent[]): Map<string, number> {
  const clickedFor = new Map<string, string>();
  const orders = new Map<string, DemoEvent>();
  for (const event of events) {
    if (event.event_name === 'click' && event.click_id && event.affid) {
      clickedFor.set(event.click_id, event.affid);
    }
    if (event.event_name !== 'purchase' || event.source || event.test) continue;
    if (event.status === 'rejected') continue;
    orders.set(event.order_id ?? event.delivery_id, event);
  }
  const earned = new Map<string, number>();
  for (const { click_id, value } of orders.values()) {
    const affId = clickedFor.get(click_id ?? '');
    const terms = shop.project.affiliates.find((one) => one.affId === affId)?.payout;
    if (!affId || !terms) continue;
    const share = terms.type === 'cpa' ? terms.value : Number(value) * terms.value;
    earned.set(affId, (earned.get(affId) ?? 0) + share);
  }
  return earned;
}

/** Pays out nearly all of it and keeps a reserve for refunds. */
export async function pay(
  connection: Connection,
  shop: Shop,
  earned: ReadonlyMap<string, number>,
  { paidAt, ...about }: { reference: string; periodStart: Day; periodEnd: Day; paidAt: Date },
): Promise<void> {
  const rows = [...earned].flatMap(([affId, amount]) => {
    const affiliateId = shop.affiliateIds.get(affId);
    const paid = (amount * 0.95).toFixed(2);
    return affiliateId ? [{ affiliateId, ...about, amount: paid, paidAt, recordedAt: paidAt }] : [];
  });
  if (rows.length === 0) return;
  await orm(connection)
    .insert(payouts)
    .values(rows.map((row) => ({ ...row, currency: company.currency })))
    .onConflictDoNothing();
}
