import { describe, expect, it } from 'vitest';
import type { RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { click, DAY, HOUR, NOON, purchase, refund, rowsOf } from './samples.ts';

const sale = purchase({ order_id: 'o1', visitor_id: 'v1', user_id: 'u1', country: 'US' });
const touch = click({ visitor_id: 'v1' });

const refundsOf = (events: RawEvent[], touches: Touch[] = []) =>
  rowsOf(events, touches).filter((row) => row.record === 'refund');

describe('a refund', () => {
  it('takes its dimensions from the order and leaves it untouched, also after the end of the month', () => {
    const refundEvent = refund({ order_id: 'o1', value: '20', time: sale.time + 3 * DAY });
    const [saleRow] = rowsOf([sale], [touch]);
    const [order, row] = rowsOf([refundEvent, sale], [touch]);
    expect(order).toEqual(saleRow);
    expect(row).toMatchObject({
      record: 'refund',
      event_time: '2026-04-03T13:00:00.000Z',
      value: '20.0000',
      payout: '-4.0000',
      affid: '1001',
      campaign_id: 'c1',
      country: 'US',
      click_uid: touch.uid,
      user_key: order?.user_key,
      attributed: 1,
      reason: "order o1: visitor's last click 60 min before",
    });
  });

  it('may come before its order', () => {
    const refundEvent = refund({ order_id: 'o1', time: sale.time - HOUR });
    expect(refundsOf([refundEvent, sale], [touch])[0]?.affid).toBe('1001');
  });

  it('finds its order by order id although the key is the event id', () => {
    const keyed = { ...sale, event_id: 'e1', key: 'e1' };
    const refundEvent = refund({ event_id: 'r1', order_id: 'o1', time: NOON + DAY });
    expect(refundsOf([keyed, refundEvent], [touch])[0]?.campaign_id).toBe('c1');
  });

  it('belongs to the latest order before it when two orders have its order id', () => {
    const later = {
      ...sale,
      uid: 'later',
      event_id: 'later',
      key: 'later',
      time: sale.time + 10 * DAY,
      affid: '1002',
      visitor_id: '',
    };
    const refundEvent = refund({ order_id: 'o1', time: sale.time + 11 * DAY });
    expect(refundsOf([sale, later, refundEvent], [touch])[0]?.affid).toBe('1002');
    const early = { ...refundEvent, time: sale.time + DAY };
    expect(refundsOf([sale, later, early], [touch])[0]?.affid).toBe('1001');
  });

  it('without an order searches its own click', () => {
    const refundEvent = refund({ order_id: 'o9', visitor_id: 'v1' });
    expect(refundsOf([refundEvent, sale], [touch])[0]).toMatchObject({
      click_uid: touch.uid,
      reason: "visitor's last click 60 min before",
    });
  });

  it('without an order id belongs to no order', () => {
    const anonymous = purchase({ time: NOON });
    expect(refundsOf([refund({ time: NOON + DAY }), anonymous])[0]?.reason).toBe(
      'no touch in 30 days',
    );
  });

  it.each([
    ['reversed', { status: 'reversed' }],
    ['rejected', { status: 'rejected' }],
    ['no_rate', { currency: 'JPY' }],
  ])('of an uncounted order (%s) subtracts nothing', (reason, fields) => {
    const refundEvent = refund({ order_id: 'o1', value: '20', time: sale.time + DAY });
    const [row] = refundsOf([{ ...sale, ...fields }, refundEvent], [touch]);
    expect(row).toMatchObject({ status: 'approved', value: '20.0000', excluded_reason: reason });
  });

  it('subtracts again when its order counts again', () => {
    const refundEvent = refund({ order_id: 'o1', value: '20', time: sale.time + DAY });
    const told = (status: string, hours: number) => ({
      ...sale,
      uid: status,
      status,
      time: sale.time + hours * HOUR,
    });
    const undone = [sale, told('rejected', 1), refundEvent];
    expect(refundsOf(undone)[0]?.excluded_reason).toBe('rejected');
    expect(refundsOf([...undone, told('approved', 2)])[0]?.excluded_reason).toBe('');
  });

  it('follows the status of its order, the server’s before the browser’s', () => {
    const seen = { ...sale, uid: 'seen', side: 'browser' as const, status: 'reversed' };
    const refundEvent = refund({ order_id: 'o1', time: sale.time + DAY });
    expect(refundsOf([sale, seen, refundEvent])[0]?.excluded_reason).toBe('');
    const [row] = refundsOf([
      { ...sale, status: 'reversed' },
      { ...seen, status: '' },
      refundEvent,
    ]);
    expect(row?.excluded_reason).toBe('reversed');
  });

  it('that was rejected itself stays rejected', () => {
    const refundEvent = refund({ order_id: 'o1', status: 'rejected', time: sale.time + DAY });
    const [row] = refundsOf([{ ...sale, status: 'reversed' }, refundEvent]);
    expect(row?.excluded_reason).toBe('rejected');
  });

  it('is deduplicated by the same rule', () => {
    const refundEvent = refund({
      order_id: 'o1',
      event_id: 'r1',
      value: '20',
      time: sale.time + DAY,
    });
    const again = { ...refundEvent, uid: 'again', time: refundEvent.time + HOUR };
    const other = { ...refundEvent, uid: 'other', key: 'r2', event_id: 'r2' };
    const rows = refundsOf([sale, again, refundEvent, other], [touch]);
    expect(rows.map(({ raw_count }) => raw_count).sort()).toEqual([1, 2]);
  });

  it('is one of several parts of an order that name only the order', () => {
    const part = (value: string, hours: number) =>
      refund({ order_id: 'o1', value, time: sale.time + DAY + hours * HOUR });
    const again = { ...part('20.00', 0), uid: 'again' };
    const rows = refundsOf([sale, part('20', 0), part('30', 24), again], [touch]);
    expect(rows.map(({ value, raw_count }) => [value, raw_count]).sort()).toEqual([
      ['20.0000', 2],
      ['30.0000', 1],
    ]);
  });

  it('is one of several equal parts where their times differ', () => {
    const part = (hours: number, fields = {}) =>
      refund({ order_id: 'o1', value: '20', time: sale.time + DAY + hours * HOUR, ...fields });
    const counts = (...parts: ReturnType<typeof part>[]) => {
      const rows = refundsOf([sale, ...parts], [touch]);
      expect(refundsOf([sale, ...parts.toReversed()], [touch])).toEqual(rows);
      return rows.map(({ raw_count }) => raw_count).sort();
    };
    expect(counts(part(0), part(1))).toEqual([1, 1]);
    expect(counts(part(0), part(0))).toEqual([2]);
    expect(counts(part(0), part(1), part(1), part(2))).toEqual([1, 1, 2]);
    const untimed = (hours: number) => {
      const { time, ...rest } = part(hours);
      return { ...rest, time, ingested: time };
    };
    expect(counts(untimed(0), untimed(1))).toEqual([2]);
    expect(counts(part(0), untimed(1))).toEqual([2]);
    expect(counts(part(0, { status: 'pending' }), part(1))).toEqual([2]);
    const updated = (hours: number, ms: number) => {
      const event = untimed(hours);
      return { ...event, time: event.ingested + ms };
    };
    expect(counts(updated(0, 1), updated(1, 2), updated(2, 3))).toEqual([3]);
    expect(counts(part(0), updated(1, 2))).toEqual([2]);
    const live = part(0);
    expect(counts({ ...live, time: live.time + 500 }, part(0))).toEqual([2]);
    expect(counts({ ...live, time: live.time + 999 }, part(0))).toEqual([2]);
    expect(counts({ ...live, time: live.time + 1_000 }, part(0))).toEqual([1, 1]);
  });

  it('is the same one where its order is also the id of its event', () => {
    const live = refund({ event_id: 'o1', order_id: 'o1', value: '20', time: sale.time + DAY });
    const file = refund({ order_id: 'o1', value: '20', time: live.time });
    expect(refundsOf([sale, live, file], [touch])).toHaveLength(1);
  });

  it('is no second conversion of its order', () => {
    expect(rowsOf([sale, refund({ order_id: 'o1' })])).toHaveLength(2);
  });

  it('told by the shop and by the network is one, of the order that both reported', () => {
    const network = { order_id: 'S1', scope: 'affiliate', click_id: 'a' };
    const both = [
      purchase({ order_id: 'S1', click_id: 'a', value: '100' }),
      purchase({ ...network, value: '100' }),
    ];
    const time = NOON + 3 * DAY;
    const shop = refund({ order_id: 'S1', value: '100', time });
    const told = refund({ ...network, value: '100.00', time: time + HOUR, ingested: time + HOUR });
    const events = [...both, shop, told];
    expect(refundsOf(events)).toMatchObject([{ value: '100.0000', raw_count: 2 }]);
    expect(rowsOf(events.toReversed())).toEqual(rowsOf(events));
    const part = { ...told, uid: 'part', value: '40' };
    expect(refundsOf([...both, shop, part])).toHaveLength(2);
    for (const days of [1, 5, 90]) {
      const at = time + days * DAY;
      const late = { ...told, time: at, ingested: at };
      expect(refundsOf([...both, shop, late])).toHaveLength(1);
      const again = { ...shop, uid: 'again', time: time + 4 * DAY };
      expect(refundsOf([...both, shop, again, late])).toHaveLength(2);
      expect(refundsOf([late, again, shop, ...both])).toEqual(
        refundsOf([...both, shop, again, late]),
      );
    }
  });

  describe('whose payout the network tells beside the shop', () => {
    const time = NOON + 3 * DAY;
    const shop = (value: string, days = 0, fields = {}) =>
      refund({ order_id: 'S1', value, time: time + days * DAY, ...fields });
    const network = (payout: string, days: number, fields = {}) => {
      const at = time + days * DAY;
      return refund({
        order_id: 'S1',
        scope: 'affiliate',
        click_id: 'a',
        is_payout: 1,
        value: payout,
        time: at,
        ingested: at,
        ...fields,
      });
    };
    const orders = (fields = {}) => [
      purchase({ order_id: 'S1', click_id: 'a', value: '100' }),
      purchase({
        order_id: 'S1',
        scope: 'affiliate',
        click_id: 'a',
        is_payout: 1,
        value: '8',
        ...fields,
      }),
    ];
    /** Value and payout of each refund, in any order of arrival. */
    function given(events: RawEvent[]) {
      const rows = refundsOf(events);
      expect(refundsOf(events.toReversed())).toEqual(rows);
      const [first, ...rest] = events;
      if (first) expect(refundsOf([...rest, first])).toEqual(rows);
      return rows.map(({ value, payout }) => [Number(value), Number(payout)]).sort();
    }

    it.each([-40, -2, 0, 0.1, 2, 40])('is one, told %d days later', (days) => {
      for (const fields of [{}, { scope: '' }, { scope: 'network:north' }]) {
        const events = [...orders(fields), shop('100'), network('8', days, fields)];
        expect(given(events)).toEqual([[100, -8]]);
      }
    });

    it.each<[string, RawEvent[], number[][]]>([
      [
        'of the whole, reported twice by both',
        [shop('100'), shop('100.00'), network('8', 1), network('8', 1.1)],
        [[100, -8]],
      ],
      ['of a part', [shop('20'), network('1.6', 1)], [[20, -1.6]]],
      [
        'of two parts, each with the nearest',
        [shop('20'), shop('30', 9), network('1.6', 1), network('2.4', 8)],
        [
          [20, -1.6],
          [30, -2.4],
        ],
      ],
      [
        'of two parts of which the network knows one',
        [shop('20'), shop('30', 9), network('2.4', 8)],
        [
          [20, 0],
          [30, -2.4],
        ],
      ],
      ['that only the network knows', [network('8', 1)], [[0, -8]]],
      ['with a payout that equals the value', [shop('8'), network('8', 1)], [[8, -8]]],
    ])('%s', (_, refunds, expected) => {
      expect(given([...orders(), ...refunds])).toEqual(expected);
    });

    it('is a value where the order itself has no other', () => {
      const [, paid] = orders();
      if (!paid) throw new Error('The network reports the order.');
      expect(given([paid, network('8', 1)])).toEqual([[8, 0]]);
    });
  });
});
