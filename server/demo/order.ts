import type { DemoProject } from './company.ts';
import type { DemoEvent } from './event.ts';
import type { Random } from './random.ts';
import type { ShopVisit } from './shop-visits.ts';
import { personOf, type Visitor } from './visitor.ts';

const SECOND = 1_000;
const DAY = 86_400_000;

export type Order = {
  project: DemoProject;
  random: Random;
  visitor: Visitor;
  arrival: ShopVisit;
  clickId: string;
  at: number;
  orderNumber: number;
};

type Report = Omit<DemoEvent, 'delivery_id'> & { event_name: string; event_time: number };

/**
 * One order as both sides report it, with the faults of real tracking: blocked pixels, differing ids and values,
 * repeated deliveries, and orders cancelled days later.
 */
export function orderReports(order: Order): Report[] {
  const { random, at, arrival, visitor } = order;
  const sale = saleOf(order);
  const forgets = arrival.losesTracking && random.happens(0.72);
  const known = forgets ? { visitor_id: '', click_id: '' } : { click_id: order.clickId };
  const server: Report = {
    event_name: 'purchase',
    event_time: at,
    ...sale,
    ...known,
    external_id: personOf(visitor),
    ...(arrival.clickId === 'fbclid'
      ? { fbp: `fb.1.${Math.floor(at)}.${random.whole(1e8, 1e9)}` }
      : {}),
    status: firstStatusOf(order),
  };
  const isMissed = random.happens(0.015);
  return [
    ...(isMissed ? [] : [server]),
    ...(isMissed || (!forgets && random.happens(0.92)) ? [twinOf(order, server)] : []),
    ...(isMissed ? [] : sequelsOf(order, server)),
  ];
}

/** The browser's report of an order: the same event id, except where the integration is faulty. */
function twinOf({ random, at, clickId, orderNumber, project }: Order, server: Report): Report {
  const { event_id, fbp: _, status: __, ...rest } = server;
  const differs = random.happens(0.04);
  const shipping = random.happens(0.015) ? 4.95 : 0;
  return {
    ...rest,
    source: 'browser',
    event_time: at + random.between(-1.5 * SECOND, 6 * SECOND),
    event_id: differs ? `px-${random.hex(10)}` : event_id,
    order_id: differs ? undefined : rest.order_id,
    click_id: clickId,
    value: (Number(rest.value) + shipping).toFixed(2),
    url: `${project.url}/checkout/thank-you?order=${project.initials}${orderNumber}`,
  };
}

/** Later reports of the server about an order. */
function sequelsOf({ random, at, orderNumber, project }: Order, server: Report): Report[] {
  const later = (least: number, most: number) => at + random.between(least * DAY, most * DAY);
  const reports: Report[] = [];
  if (random.happens(0.03)) {
    reports.push({ ...server, event_time: at + random.between(2 * SECOND, 40 * SECOND) });
  }
  if (server.status === 'rejected') return reports;
  if (server.status === 'pending') {
    reports.push({ ...server, event_time: later(2, 4), status: 'approved' });
  }
  if (random.happens(0.015)) {
    reports.push({ ...server, event_time: later(4, 12), status: 'reversed' });
  } else if (random.happens(0.042)) {
    const { status: _, fbp: __, ...rest } = server;
    const share = random.happens(0.7) ? 1 : random.between(0.2, 0.6);
    reports.push({
      ...rest,
      event_name: 'refund',
      event_time: later(2, 14),
      event_id: `refund-${project.initials}${orderNumber}`,
      value: (Number(server.value) * share).toFixed(2),
    });
  }
  return reports;
}

function firstStatusOf({ random, arrival, project }: Order): 'approved' | 'pending' | 'rejected' {
  if (random.happens(0.008)) return 'rejected';
  const partner = project.affiliates.find(({ affId }) => affId === arrival.affId);
  return partner?.confirmsLater && random.happens(0.3) ? 'pending' : 'approved';
}

function saleOf({ project, random, arrival, orderNumber }: Order): Partial<Report> {
  const { median, spread, least } = project.basket;
  const value = Math.max(least, random.skewed(median * arrival.basket, spread));
  return {
    event_id: `o-${project.initials}${orderNumber}`,
    order_id: `${project.initials}${orderNumber}`,
    value: value.toFixed(2),
    currency: 'USD',
    params: {
      sku: project.products[random.whole(0, project.products.length - 1)],
      items: 1 + random.count(0.6),
    },
  };
}
