import type { Reading } from '../analytics/runner/readings.ts';
import { byText, REFUND } from '../attribution/raw-events.ts';
import { grouped } from '../platform/group-by.ts';
import { type Currencies, type Standing, standingWith, withStatus } from './current-state.ts';
import { carriersOf, namesIn, refundedOrders } from './order-ids.ts';

/** A refund with the order that it gives back. */
export type GivenBack = { refund: Standing; order: Standing };

type Asked = { projects: readonly number[]; select: Reading['select']; near?: Date };

/**
 * The refunds that stand and fall with these conversions: of these orders, or among these themselves. Near an instant
 * where one is given.
 */
export async function givenBack(
  ids: readonly string[],
  { projects, select, near }: Asked,
): Promise<GivenBack[]> {
  const names = await namesIn({ projects, select });
  if (!names.includes(REFUND)) return [];
  const orders = await refundedOrders(ids, { projects, names, select });
  const carriers = await carriersOf(orders, { projects, names, select, near });
  const conversions = [...new Set(carriers.map(({ conversion }) => conversion))];
  const standing = await standingWith(conversions, projects, select);
  const byId = new Map(standing.map((one) => [one.conversion_id, one]));
  const byOrder = grouped(carriers, ({ project, order }) => [keyOf(project, order)]);
  const wanted = new Set(ids);
  return [...byOrder].flatMap(([id, its]) => {
    const all = its.flatMap(({ conversion }) => byId.get(conversion) ?? []);
    return linked(id, all).filter(
      ({ refund, order }) => wanted.has(refund.conversion_id) || wanted.has(order.conversion_id),
    );
  });
}

/** As the resolver finds it: the latest order before the refund, else the first after it. */
function linked(id: string, all: readonly Standing[]): GivenBack[] {
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
 * How refunds would stand when some conversions stood otherwise: one of an order that counts nowhere counts nowhere.
 */
export function followed(
  pairs: readonly GivenBack[],
  after: readonly Standing[],
  currencies: Currencies,
): Standing[] {
  const becomes = new Map(after.map((one) => [one.conversion_id, one]));
  return pairs.map(({ refund, order }) => {
    const own = becomes.get(refund.conversion_id) ?? withStatus(refund, refund.status, currencies);
    const { excluded_reason } = becomes.get(order.conversion_id) ?? order;
    return own.excluded_reason === '' ? { ...own, excluded_reason } : own;
  });
}

const keyOf = (project: string, order: string): string => `${project} ${order}`;
