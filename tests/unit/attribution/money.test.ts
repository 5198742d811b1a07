import { describe, expect, it, vi } from 'vitest';
import { resolveConversions } from '#server/attribution/resolve.ts';
import {
  click,
  facts,
  HOUR,
  NOON,
  only,
  purchase,
  refund,
  rowsOf,
  seenByBrowser,
} from './samples.ts';

describe('currency', () => {
  it.each([
    ['the latest rate not after the day', NOON, '12.5000'],
    ['a day that has not ended in the zone of the project', Date.UTC(2026, 2, 31, 3), '11.0000'],
  ])('uses %s', (_, time, value) => {
    expect(only(rowsOf([purchase({ value: '10', currency: 'EUR', time })])).value).toBe(value);
  });

  it.each([
    ['an unknown currency', { currency: 'JPY' }],
    ['a day before the first rate', { currency: 'EUR', time: Date.UTC(2025, 11, 31) }],
  ])('excludes %s and keeps the sent value', (_, fields) => {
    expect(only(rowsOf([purchase({ value: '10', payout: '2', ...fields })]))).toMatchObject({
      value: '0.0000',
      raw_value: '0.0000',
      payout: '0.0000',
      value_sent: '10.0000',
      excluded_reason: 'no_rate',
    });
  });

  it('counts it once the rate is there', () => {
    const rates = [{ currency: 'JPY', validFrom: '2026-01-01', rate: '0.0066666667' }];
    const [row] = resolveConversions(
      { ...facts, rates },
      [purchase({ value: '9800', currency: 'JPY' })],
      [],
    );
    expect(row).toMatchObject({ value: '65.3333', excluded_reason: '' });
  });

  it('keeps the calendar of a zone from one read to the next', () => {
    const once = () => rowsOf([purchase({ value: '10', currency: 'EUR' })]);
    once();
    const create = vi.spyOn(Intl, 'DateTimeFormat');
    once();
    expect(create).not.toHaveBeenCalled();
  });

  it('adds up the stored value of each event', () => {
    const rates = [{ currency: 'JPY', validFrom: '2026-01-01', rate: '0.00005' }];
    const both = [0, 1].map((nth) =>
      purchase({ event_id: 'e', value: '1', currency: 'JPY', time: NOON + nth * HOUR }),
    );
    expect(resolveConversions({ ...facts, rates }, both, [])).toMatchObject([
      { value: '0.0001', raw_value: '0.0002' },
    ]);
  });

  it('has rejected as its reason rather than no rate', () => {
    const event = purchase({ currency: 'JPY', status: 'rejected' });
    expect(only(rowsOf([event])).excluded_reason).toBe('rejected');
  });

  it('is exact at the largest amounts', () => {
    const value = '99999999999999.9999';
    expect(only(rowsOf([purchase({ value })])).value).toBe(value);
    expect(only(rowsOf([purchase({ value: '0.00005', currency: 'USD' })])).value).toBe('0.0001');
  });

  it('has no rate that would make a value or a payout too large to store', () => {
    const rates = [{ currency: 'JPY', validFrom: '2026-01-01', rate: '1000' }];
    const resolved = (fields: object) =>
      only(resolveConversions({ ...facts, rates }, [purchase({ currency: 'JPY', ...fields })], []));
    const none = { value: '0.0000', raw_value: '0.0000', payout: '0.0000' };
    for (const input of [{ value: '100000000000' }, { value: '1', payout: '100000000000' }]) {
      expect(resolved(input)).toMatchObject({ ...none, excluded_reason: 'no_rate' });
    }
    expect(resolved({ value: '99999999999.9999' })).toMatchObject({
      value: '99999999999999.9000',
      excluded_reason: '',
    });
  });

  it('of all repeats together is at most the largest storable amount', () => {
    const both = [0, 1].map((nth) =>
      purchase({ event_id: 'e', value: '99999999999999', time: NOON + nth * HOUR }),
    );
    expect(only(rowsOf(both))).toMatchObject({
      value: '99999999999999.0000',
      raw_value: '99999999999999.9999',
      raw_count: 2,
    });
  });
});

describe('payout', () => {
  const bought = (fields: object, affid: string) =>
    rowsOf(
      [purchase({ visitor_id: 'v1', value: '80.01', ...fields })],
      [click({ visitor_id: 'v1', affid })],
    );

  it('is the share of the credited affiliate', () => {
    expect(only(bought({}, '1001')).payout).toBe('16.0020');
  });

  it('is flat, and owed only for the server row', () => {
    const rows = rowsOf(
      [purchase({ event_id: 'e', click_id: 'k' }), seenByBrowser({ event_id: 'e' })],
      [click({ click_id: 'k', affid: '1002' })],
    );
    expect([only(rows).payout, only(rows, 'browser').payout]).toEqual(['12.5000', '0.0000']);
  });

  it('is that of the event, in its currency', () => {
    expect(only(bought({ payout: '4', currency: 'EUR' }, '1001')).payout).toBe('5.0000');
  });

  it("is by the terms at the time of the conversion, for both sides by the server's time", () => {
    const terms = [
      { affid: '1001', validFrom: NOON + HOUR, type: 'revshare' as const, value: '0.5' },
      ...facts.terms,
      { affid: '1001', validFrom: NOON + 3 * HOUR, type: 'cpa' as const, value: '1' },
    ];
    const payoutsAt = (time: number) =>
      resolveConversions(
        { ...facts, terms },
        [
          purchase({ event_id: 'e', time, value: '10', visitor_id: 'v1' }),
          seenByBrowser({ event_id: 'e', time: time + 2, value: '10' }),
        ],
        [click({ visitor_id: 'v1' })],
      ).map(({ side, payout }) => [side, payout]);
    const both = (payout: string) => [
      ['browser', payout],
      ['server', payout],
    ];
    expect(payoutsAt(NOON + HOUR - 1)).toEqual(both('2.0000'));
    expect(payoutsAt(NOON + HOUR)).toEqual(both('5.0000'));
    expect(payoutsAt(NOON + 3 * HOUR)).toEqual([
      ['browser', '0.0000'],
      ['server', '1.0000'],
    ]);
  });

  it('is taken back by the terms of the order', () => {
    const terms = [
      ...facts.terms,
      { affid: '1001', validFrom: NOON + 2 * HOUR, type: 'revshare' as const, value: '0.5' },
    ];
    const sale = purchase({ order_id: 'o', value: '10', visitor_id: 'v1' });
    const refundEvent = refund({ order_id: 'o', value: '10', time: NOON + 3 * HOUR });
    const rows = resolveConversions(
      { ...facts, terms },
      [sale, refundEvent],
      [click({ visitor_id: 'v1' })],
    );
    expect(rows.map(({ record, payout }) => [record, payout])).toEqual(
      expect.arrayContaining([
        ['conversion', '2.0000'],
        ['refund', '-2.0000'],
      ]),
    );
  });

  it('is 0 for an unknown affiliate', () => {
    expect(only(bought({}, 'unknown')).payout).toBe('0.0000');
    expect(only(rowsOf([purchase({ time: NOON + HOUR })])).payout).toBe('0.0000');
  });
});
