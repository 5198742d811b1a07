import fc from 'fast-check';
import type { RawEvent, Touch } from '#server/attribution/raw-events.ts';
import type { OfferFacts } from '#server/offer-terms/offer-facts.ts';
import type { OfferTerms } from '#server/offer-terms/offer-terms.ts';
import { offer } from './offers.ts';
import { click, DAY, HOUR, NOON, purchase, refund } from './samples.ts';

/** What happened to one order, in cents. */
export type Order = {
  name: string;
  click: number;
  /** Hours after noon. */
  hour: number;
  cents: number;
  goal: string;
  isSilent: boolean;
  /** A later report with another value or status. */
  update: { cents: number; status: string } | null;
  refunds: readonly number[];
  /** The status that a person decided. */
  decision: string | null;
  isSeenByBrowser: boolean;
};

export type History = {
  offers: OfferFacts[];
  clicks: Touch[];
  orders: Order[];
};

const amounts = fc.constantFrom('0.5000', '1.0000', '2.2500', '32.0000');
const percents = fc.constantFrom('2.90', '10.00', '20.00', '33.33');

const tiers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 2, max: 6 }), amounts), {
    selector: ([from]) => from,
    maxLength: 3,
  })
  .map((all) =>
    all.sort(([a], [b]) => a - b).map(([from_count, amount]) => ({ from_count, amount })),
  );

const payouts = fc.oneof(
  fc.record({ payoutType: fc.constant('cpa' as const), payoutAmount: amounts, tiers }),
  fc.record({ payoutType: fc.constant('cps' as const), payoutPct: percents }),
  fc.record({
    payoutType: fc.constant('cpa_cps' as const),
    payoutAmount: amounts,
    payoutPct: percents,
    tiers,
  }),
  fc.record({ payoutType: fc.constant('cpc' as const), payoutAmount: amounts }),
);

const keys = fc.record({
  goal: fc.constantFrom('conversion', 'conversion', 'lead'),
  affid: fc.constantFrom(null, null, '1001', '1002'),
  country: fc.constantFrom(null, null, 'US', 'DE'),
  device: fc.constantFrom(null, null, 'mobile'),
  startsAt: fc.constantFrom(0, 0, NOON, NOON + 10 * HOUR, NOON + 3 * DAY),
  endsAt: fc.constantFrom(null, null, null, NOON + 12 * HOUR),
});

/** The ids of terms are their places from 1. */
const allTerms = fc.array(fc.tuple(keys, payouts), { minLength: 1, maxLength: 6 }).map((all) =>
  all.map(
    ([key, payout], index): OfferTerms => ({
      id: index + 1,
      revenueType: 'none',
      revenueAmount: null,
      revenuePct: null,
      payoutAmount: null,
      payoutPct: null,
      tiers: [],
      ...key,
      ...payout,
    }),
  ),
);

const rules = fc.record({
  allowsMultiple: fc.constantFrom(true, true, false),
  clickWindowDays: fc.constantFrom(30, 30, 2),
  holds: fc.constantFrom([], [{ from: NOON + 5 * HOUR, days: 14 }]),
  timezone: fc.constantFrom('America/New_York', 'UTC', 'Asia/Tokyo'),
});

const routes = [
  { offer_route: 'offer', cap_id: 0 },
  { offer_route: 'offer', cap_id: 12 },
  { offer_route: 'unpaid', cap_id: 12 },
  { offer_route: 'website', cap_id: 0 },
  { offer_route: 'fallback_url', cap_id: 12 },
] as const;

/** Clicks before or at the first conversions; some with pins, also to terms that are gone. */
const clicks = fc
  .array(
    fc.record({
      affid: fc.constantFrom('1001', '1002'),
      country: fc.constantFrom('US', 'DE', 'ZZ'),
      device: fc.constantFrom('mobile', 'desktop'),
      time: fc.constantFrom(0, -HOUR, -3 * DAY, -12 * HOUR).map((before) => NOON + before),
      terms_id: fc.constantFrom(0, 0, 1, 2, 3, 99),
      route: fc.constantFrom(...routes, routes[0], routes[0]),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ route, ...fields }, index) =>
      click({ ...fields, ...route, uid: `click-${index}`, click_id: `k${index}` }),
    ),
  );

const orders = fc
  .array(
    fc.record({
      click: fc.nat(3),
      hour: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(11, 12, 15, 16, 48)),
      cents: fc.integer({ min: 1, max: 20_000 }),
      goal: fc.constantFrom('', '', '', 'lead'),
      isSilent: fc.boolean(),
      update: fc.option(
        fc.record({
          cents: fc.integer({ min: 1, max: 20_000 }),
          status: fc.constantFrom('approved', 'pending', 'rejected', 'reversed'),
        }),
        { freq: 3 },
      ),
      refunds: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 2 }),
      decision: fc.option(fc.constantFrom('approved', 'rejected', 'pending'), { freq: 4 }),
      isSeenByBrowser: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((one, index): Order => ({ ...one, name: `o${index}` })));

export const histories = fc.record({ terms: allTerms, rules, clicks, orders }).map(
  ({ terms, rules: own, clicks: touches, orders: all }): History => ({
    offers: [offer({ ...own, terms })],
    clicks: touches,
    orders: all.map((one) => ({ ...one, click: one.click % touches.length })),
  }),
);

const units = (cents: number) => (cents / 100).toFixed(2);
export const timeOf = ({ hour }: Order) => NOON + hour * HOUR;
export const headOf = (order: Order) => `${order.name}-head`;

/** The raw reports of an order. */
export function reportsOf(order: Order): RawEvent[] {
  const { name, cents, goal, isSilent, update, refunds } = order;
  const time = timeOf(order);
  const common = { order_id: name, click_id: `k${order.click}`, goal };
  const ingested = time + 100 * DAY;
  return [
    purchase({
      ...common,
      uid: headOf(order),
      time,
      ingested,
      value: units(cents),
      status_assumed: isSilent ? 1 : 0,
    }),
    ...(order.isSeenByBrowser
      ? [
          purchase({
            ...common,
            uid: `${name}-page`,
            side: 'browser',
            time,
            ingested,
            value: units(cents),
          }),
        ]
      : []),
    ...(update
      ? [
          purchase({
            ...common,
            uid: `${name}-update`,
            time: time + DAY,
            ingested,
            value: units(update.cents),
            status: update.status,
          }),
        ]
      : []),
    ...refunds.map((refunded, index) =>
      refund({
        order_id: name,
        uid: `${name}-refund-${index}`,
        time: time + (2 + index) * DAY,
        ingested,
        value: units(refunded),
      }),
    ),
  ];
}
