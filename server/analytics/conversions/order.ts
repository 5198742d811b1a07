import type { Related } from '#contract/conversion.ts';
import { Parameters } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import { leadOf, reasonOf, together } from './shown.ts';
import { instantAt, moneyIn, type StoredSide, storedColumns, storedSide } from './stored.ts';

export type SameOrder = { refunds: Related[]; order: Related | null };

/**
 * What else happened to the order of a conversion. The events say in which hours, so that no other hour is read. Shops
 * use an order id again: a refund is of the latest order before it, else of the first.
 */
export async function sameOrder(
  sides: readonly StoredSide[],
  { isSeen, select }: { isSeen: (side: StoredSide) => boolean; select: Reading['select'] },
): Promise<SameOrder> {
  const ids = [...new Set(sides.map(({ order_id }) => order_id))].filter((id) => id !== '');
  const [first] = sides;
  if (!first || ids.length === 0) return { refunds: [], order: null };
  const parameters = new Parameters();
  const project = parameters.add('Int64', Number(first.project_id));
  const orders = parameters.add('Array(String)', ids);
  const sql = `SELECT ${storedColumns} FROM conversions FINAL
WHERE project_id = ${project} AND order_id IN ${orders} AND toStartOfHour(event_time) IN (
  SELECT toStartOfHour(event_time) FROM events
  WHERE project_id = ${project} AND left_out = 0 AND order_id IN ${orders} AND event_name IN (
    SELECT DISTINCT event_name FROM conversions WHERE project_id = ${project}))
ORDER BY event_time, conversion_id
LIMIT 1000`;
  const rows = (await select({ sql, parameters: parameters.values })).map(storedSide);
  const leads = [...together(rows).values()]
    .flatMap((both) => leadOf(both) ?? [])
    .filter(isSeen)
    .sort((a, b) => Number(a.event_time) - Number(b.event_time));
  const sales = leads.filter(({ record }) => record === 'conversion');
  const orderOf = (refund: StoredSide): StoredSide | null =>
    sales.findLast((sale) => Number(sale.event_time) <= Number(refund.event_time)) ??
    sales[0] ??
    null;
  if (first.record === 'refund') {
    const order = orderOf(first);
    return { refunds: [], order: order && related(order) };
  }
  const refunds = leads.filter(
    (lead) => lead.record === 'refund' && orderOf(lead)?.conversion_id === first.conversion_id,
  );
  return { refunds: refunds.map(related), order: null };
}

const related = (lead: StoredSide): Related => ({
  id: lead.conversion_id,
  event_time: instantAt(lead.event_time),
  value: moneyIn(lead.value),
  status: lead.status,
  excluded_reason: reasonOf(lead),
});
