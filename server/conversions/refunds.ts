import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { byText, REFUND } from '../attribution/raw-events.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { type ConversionState, type Currencies, readStates, withStatus } from './current-state.ts';
import { findOrderIds, namesIn, refundedOrders } from './order-ids.ts';

/** A refund with its order. */
export type LinkedRefund = { refund: ConversionState; order: ConversionState };

type Caller = { projects: readonly number[]; select: AnalyticsReader['select']; near?: Date };

/**
 * The refunds whose state follows these conversions: refunds of these orders, or refunds among them. Near an instant
 * where one is given.
 */
export async function readLinkedRefunds(
  ids: readonly string[],
  { projects, select, near }: Caller,
): Promise<LinkedRefund[]> {
  const names = await namesIn({ projects, select });
  if (!names.includes(REFUND)) return [];
  const orders = await refundedOrders(ids, { projects, names, select });
  const carriers = await findOrderIds(orders, { projects, names, select, near });
  const conversions = [...new Set(carriers.map(({ conversion }) => conversion))];
  const state = await readStates(conversions, projects, select);
  const byId = new Map(state.map((one) => [one.conversion_id, one]));
  const byOrder = groupByKeys(carriers, ({ project, order }) => [keyOf(project, order)]);
  const wanted = new Set(ids);
  return [...byOrder].flatMap(([id, its]) => {
    const all = its.flatMap(({ conversion }) => byId.get(conversion) ?? []);
    return linked(id, all).filter(
      ({ refund, order }) => wanted.has(refund.conversion_id) || wanted.has(order.conversion_id),
    );
  });
}

/** The order of a refund, by the resolver's rule: the latest before it, else the first after it. */
function linked(id: string, all: readonly ConversionState[]): LinkedRefund[] {
  const inTime = all.toSorted(
    (a, b) => byText(a.event_time, b.event_time) || byText(a.event_uid, b.event_uid),
  );
  const sales = inTime.filter(({ record }) => record === 'conversion');
  return inTime
    .filter((one) => one.record === 'refund' && keyOf(one.project_id, one.order_id) === id)
    .flatMap((refund) => {
      const order =
        sales.findLast(({ event_time }) => event_time <= refund.event_time) ?? sales[0] ?? null;
      return order ? [{ refund, order }] : [];
    });
}

/**
 * The states of refunds after a change of their orders: a refund of an order that does not count does not count either.
 */
export function refundStates(
  pairs: readonly LinkedRefund[],
  after: readonly ConversionState[],
  currencies: Currencies,
): ConversionState[] {
  const becomes = new Map(after.map((one) => [one.conversion_id, one]));
  return pairs.map(({ refund, order }) => {
    const own = becomes.get(refund.conversion_id) ?? withStatus(refund, refund.status, currencies);
    const { excluded_reason } = becomes.get(order.conversion_id) ?? order;
    return own.excluded_reason === '' ? { ...own, excluded_reason } : own;
  });
}

const keyOf = (project: string, order: string): string => `${project} ${order}`;
