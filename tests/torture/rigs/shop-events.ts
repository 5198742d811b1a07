import type { Random } from '../support/seeded-random.ts';

export type ShopEvent = Record<string, string | number>;

export type Figures = Record<
  | 'server_purchases'
  | 'server_revenue'
  | 'browser_purchases'
  | 'browser_revenue'
  | 'raw_server_purchases'
  | 'raw_server_revenue'
  | 'raw_browser_purchases'
  | 'raw_browser_revenue'
  | 'refunds'
  | 'refund_amount'
  | 'clicks',
  string
>;

const hour = 3_600_000;

/**
 * Different events of a shop: clicks, orders that both sides report, some of them again with another value, refunds.
 * None is another's delivery, and all are within the last two days.
 */
export function shopEvents(count: number, now: number, random: Random): ShopEvent[] {
  const events: ShopEvent[] = [];
  const money = () => ({ value: amountOf(random.between(1, 49_999)), currency: 'USD' });
  for (let order = 0; events.length < count; order++) {
    const at = now - 48 * hour + Math.floor((order / count) * 40 * hour);
    const id = `o-${order}`;
    const purchase = (side: string, event_time: number) => ({
      event_name: 'purchase',
      event_id: id,
      order_id: id,
      visitor_id: `v-${order}`,
      side,
      event_time,
      ...money(),
    });
    events.push({
      event_name: 'click',
      event_id: `c-${order}`,
      visitor_id: `v-${order}`,
      affid: '1001',
      campaign_id: `camp-${order % 20}`,
      event_time: at,
    });
    events.push(purchase('server', at + hour + random.between(0, 60_000)));
    if (random.next() < 0.5) events.push(purchase('browser', at + hour + 90_000));
    if (random.next() < 0.25) events.push(purchase('server', at + 2 * hour));
    if (random.next() < 0.1) events.push(purchase('browser', at + 3 * hour));
    if (random.next() < 0.1)
      events.push({
        event_name: 'refund',
        event_id: `r-${order}`,
        order_id: id,
        event_time: at + 4 * hour,
        ...money(),
      });
  }
  return events.slice(0, count);
}

/** Clicks and the browser's side of an order come from pages. */
export const isPageEvent = ({ event_name, side }: ShopEvent): boolean =>
  event_name === 'click' || side === 'browser';

/** A public key cannot name a side. */
export const withoutSide = ({ side: _, ...event }: ShopEvent): ShopEvent => event;

type Order = { time: number; cents: number };

/** The expected figures: the last report of each order and side, and sums of whole cents. */
export function figuresOf(deliveries: readonly ShopEvent[]): Figures {
  const different = new Map(deliveries.map((event) => [JSON.stringify(event), event]));
  const last = { server: new Map<string, Order>(), browser: new Map<string, Order>() };
  const raw = { server: sumOf(), browser: sumOf() };
  const refunds = sumOf();
  let clicks = 0;
  for (const event of different.values()) {
    const cents = centsOf(event.value);
    if (event.event_name === 'click') clicks += 1;
    if (event.event_name === 'refund') refunds.add(cents);
    if (event.event_name !== 'purchase') continue;
    const side = event.side === 'browser' ? 'browser' : 'server';
    const [id, time] = [String(event.event_id), Number(event.event_time)];
    const known = last[side].get(id);
    if (!known || time > known.time) last[side].set(id, { time, cents });
    raw[side].add(cents);
  }
  const unique = (side: 'server' | 'browser') => {
    const sum = sumOf();
    for (const { cents } of last[side].values()) sum.add(cents);
    return sum;
  };
  const [server, browser] = [unique('server'), unique('browser')];
  return {
    server_purchases: server.count(),
    server_revenue: server.amount(),
    browser_purchases: browser.count(),
    browser_revenue: browser.amount(),
    raw_server_purchases: raw.server.count(),
    raw_server_revenue: raw.server.amount(),
    raw_browser_purchases: raw.browser.count(),
    raw_browser_revenue: raw.browser.amount(),
    refunds: refunds.count(),
    refund_amount: refunds.amount(),
    clicks: String(clicks),
  };
}

function sumOf() {
  let [count, cents] = [0, 0];
  return {
    add(more: number) {
      count += 1;
      cents += more;
    },
    count: () => String(count),
    amount: () => amountOf(cents),
  };
}

const centsOf = (amount: string | number | undefined): number =>
  Number(String(amount ?? '0').replace('.', ''));

const amountOf = (cents: number): string => {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
