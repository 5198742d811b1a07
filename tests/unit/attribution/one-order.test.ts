import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import {
  journeys,
  type OneOrder,
  oneOrder,
  type Word,
} from '#tests/support/reference/one-order.ts';
import { DAY, NOON, purchase, rowsOf } from './samples.ts';

function eventOf({ by, name, day, value, payout, status }: Word): RawEvent {
  const time = NOON + day * DAY;
  return purchase({
    name,
    side: by === 'page' ? 'browser' : 'server',
    order_id: 'S1',
    click_id: 'a',
    scope: by === 'network' ? 'affiliate' : '',
    is_payout: value === null ? 1 : 0,
    value: `${value ?? payout ?? 0}`,
    payout: value === null || payout === null ? null : `${payout}`,
    status,
    time,
    ingested: by === 'network' ? time : NOON + 400 * DAY,
  });
}

function resolved(words: readonly Word[]): OneOrder {
  const rows = rowsOf(words.map(eventOf));
  const sales = rows.filter(({ record }) => record === 'conversion');
  const back = rows.filter(({ record }) => record === 'refund');
  const [server, ...others] = sales.filter(({ side }) => side === 'server');
  const [page, ...more] = sales.filter(({ side }) => side === 'browser');
  expect([others, more]).toEqual([[], []]);
  return {
    server: server
      ? { value: Number(server.value), payout: Number(server.payout), status: server.status }
      : null,
    page: page ? Number(page.value) : null,
    refunds: back.map(({ value }) => Number(value)).sort((a, b) => a - b),
    payoutBack: back.reduce((all, { payout }) => all - Number(payout), 0),
  };
}

it('an order is what its reporters say last, in any order of arrival and days apart', () => {
  fc.assert(
    fc.property(journeys, (words) => {
      expect(resolved(words)).toEqual(oneOrder(words));
    }),
    { numRuns: 3_000 },
  );
});
