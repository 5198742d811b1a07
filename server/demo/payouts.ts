import type { Day } from '#contract/period.ts';
import { type Connection, orm } from '../database/orm.ts';
import { payouts } from '../database/schema/payouts.ts';
import { company } from './company.ts';
import type { Shop } from './create-shops.ts';
import type { DemoEvent } from './event.ts';
import { offerPlans } from './offer-plans.ts';

/** The earnings of each partner from the orders among these events, by their clicks. */
export function earningsOf(shop: Shop, events: readonly DemoEvent[]): Map<string, number> {
  const clicks = new Map<string, DemoEvent>();
  const orders = new Map<string, DemoEvent>();
  for (const event of events) {
    if (event.event_name === 'click' && event.click_id) clicks.set(event.click_id, event);
    if (event.event_name !== 'purchase' || event.source || event.test) continue;
    if (event.status === 'rejected') continue;
    orders.set(event.order_id ?? event.delivery_id, event);
  }
  const earned = new Map<string, number>();
  for (const { click_id, value } of orders.values()) {
    const click = clicks.get(click_id ?? '');
    if (!click?.affid) continue;
    const share = byOffer(click, Number(value)) ?? byPartner(shop, click.affid, Number(value));
    earned.set(click.affid, (earned.get(click.affid) ?? 0) + share);
  }
  return earned;
}

/** What the terms of the click's offer pay, by its first tier; null without such terms. */
function byOffer({ offer_id = '', affid, country }: DemoEvent, value: number): number | null {
  const all = offerPlans.get(offer_id)?.terms ?? [];
  const applying = all.filter(
    (terms) =>
      (terms.affId === undefined || terms.affId === affid) &&
      (terms.country === undefined || terms.country === country),
  );
  const terms = applying.at(-1);
  if (!terms) return null;
  return terms.percent === undefined ? Number(terms.amount) : (value * Number(terms.percent)) / 100;
}

function byPartner({ project }: Shop, affId: string, value: number): number {
  const terms = project.affiliates.find((one) => one.affId === affId)?.payout;
  if (!terms) return 0;
  return terms.type === 'cpa' ? terms.value : value * terms.value;
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
