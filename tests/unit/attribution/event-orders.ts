import fc from 'fast-check';
import type { RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { click, DAY, HOUR, MINUTE, NOON, purchase } from './samples.ts';

export type Arrival = { event: RawEvent } | { click: Touch };

const person = {
  click_id: fc.constantFrom('', 'k1', 'k2'),
  user_id: fc.constantFrom('', '', 'u1'),
  visitor_id: fc.constantFrom('', 'v1', 'v2'),
};
const time = fc
  .tuple(
    fc.constantFrom(0, 1, 47, 48, 49, 95, 97).map((hours) => hours * HOUR),
    fc.constantFrom(0, 5, 25, 30, 31).map((minutes) => minutes * MINUTE),
  )
  .map(([hours, minutes]) => NOON + hours + minutes);

const event = fc
  .record({
    name: fc.constantFrom('purchase', 'purchase', 'purchase', 'refund'),
    side: fc.constantFrom('server' as const, 'browser' as const),
    time,
    ingested: fc.constantFrom(0, 1, 2).map((hours) => NOON + (200 + hours) * HOUR),
    event_id: fc.constantFrom('', '', 'e1', 'e2'),
    order_id: fc.constantFrom('', 'o1', 'o2'),
    scope: fc.constantFrom('', '', 'affiliate', 'network:north'),
    is_payout: fc.constantFrom(0 as const, 0 as const, 1 as const),
    value: fc.constantFrom('0', '10', '10.00', '10.2'),
    currency: fc.constantFrom('USD', 'USD', 'EUR', 'JPY'),
    status: fc.constantFrom('approved', 'approved', 'pending', 'rejected', 'reversed'),
    affid: fc.constantFrom('', '1002'),
    ...person,
  })
  .map((fields): Arrival => ({ event: purchase(fields) }));
const touch = fc
  .record({
    time: time.chain((at) => fc.constantFrom(at, at - 2 * DAY, at - 40 * DAY)),
    affid: fc.constantFrom('1001', '1002'),
    is_twin: fc.constantFrom(0 as const, 0 as const, 1 as const),
    ...person,
  })
  .map((fields): Arrival => ({ click: click(fields) }));

/** A few people who click and buy in every way that is easy to confuse with another. */
export const eventLists = fc.array(fc.oneof({ weight: 3, arbitrary: event }, touch), {
  minLength: 1,
  maxLength: 14,
});
