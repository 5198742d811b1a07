import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, NOON, only, purchase, rowsOf } from './samples.ts';

describe('one side', () => {
  it.each([
    [0, 1],
    [5 * MINUTE, 1],
    [47 * HOUR, 1],
    [48 * HOUR, 1],
    [48 * HOUR + 1, 2],
    [49 * HOUR, 2],
  ])('%d ms apart under one key are %d', (apart, conversions) => {
    const first = purchase({ order_id: 'o1', time: NOON });
    const second = purchase({ order_id: 'o1', time: NOON + apart });
    expect(rowsOf([first, second])).toHaveLength(conversions);
    expect(rowsOf([second, first])).toEqual(rowsOf([first, second]));
  });

  it('uses value, currency and time of the earliest and counts all', () => {
    const first = purchase({ event_id: 'e1', value: '10.5', currency: 'EUR' });
    const second = purchase({ event_id: 'e1', value: '99', time: first.time + MINUTE });
    expect(only(rowsOf([second, first]))).toMatchObject({
      event_uid: first.uid,
      value_sent: '10.5000',
      value: '13.1250',
      currency: 'EUR',
      raw_count: 2,
      raw_value: '112.1250',
      event_uids: [first.uid, second.uid],
    });
  });

  it('decides between equal times by uid', () => {
    const [a, b] = [purchase({ event_id: 'e1', value: '1' }), purchase({ event_id: 'e1' })];
    expect(only(rowsOf([b, a])).event_uid).toBe(a.uid);
  });

  it('measures 48 hours from the first event, not from the latest', () => {
    const times = [0, 40, 80].map((hours) => NOON + hours * HOUR);
    const rows = rowsOf(times.map((time) => purchase({ order_id: 'o1', time })));
    expect(rows.map(({ raw_count }) => raw_count).sort()).toEqual([1, 2]);
  });

  it('prefers the event id to the order id as key', () => {
    const rows = rowsOf([
      purchase({ event_id: 'e1', order_id: 'o1' }),
      purchase({ event_id: 'e2', order_id: 'o1' }),
    ]);
    expect(rows).toHaveLength(2);
  });

  it('separates events without any id', () => {
    expect(rowsOf([purchase(), purchase()])).toHaveLength(2);
  });
});

describe('status', () => {
  it('is the latest', () => {
    const sale = purchase({ order_id: 'o1' });
    const undone = purchase({ order_id: 'o1', time: sale.time + HOUR, status: 'rejected' });
    expect(only(rowsOf([undone, sale]))).toMatchObject({
      status: 'rejected',
      excluded_reason: 'rejected',
      value: '86.0000',
    });
  });

  it('of two at one time is the one stored last, whatever their uids are', () => {
    const told = (status: string, after: number) =>
      purchase({ order_id: 'o1', status, ingested: NOON + after });
    for (const [first, second] of [
      [told('approved', 1), told('rejected', 2)],
      [told('rejected', 2), told('approved', 1)],
    ] as const) {
      const row = only(rowsOf([first, second]));
      expect(row).toMatchObject({ status: 'rejected', event_uid: first.uid, raw_count: 2 });
      expect(only(rowsOf([second, first]))).toEqual(row);
    }
  });

  it('of two at one time weeks later is the one stored last, and neither is an order', () => {
    const time = NOON + 14 * 24 * HOUR;
    const sale = purchase({ order_id: 'o1', status: 'pending', time: NOON });
    const undone = purchase({ order_id: 'o1', status: 'reversed', time, ingested: time + 2 });
    const approved = purchase({ order_id: 'o1', time, ingested: time + 1 });
    expect(only(rowsOf([sale, undone, approved]))).toMatchObject({
      status: 'reversed',
      event_uids: [sale.uid, undone.uid, approved.uid],
    });
  });

  it('may be corrected again', () => {
    const statuses = ['pending', 'reversed', 'approved'];
    const events = statuses.map((status, hour) =>
      purchase({ order_id: 'o1', status, time: NOON + hour * HOUR }),
    );
    expect(only(rowsOf(events))).toMatchObject({ status: 'approved', excluded_reason: '' });
  });

  it.each(['rejected', 'reversed'])('%s weeks later undoes the order and is none', (status) => {
    const sale = purchase({ order_id: 'o1' });
    const undone = purchase({ order_id: 'o1', status, time: sale.time + 14 * 24 * HOUR });
    expect(only(rowsOf([undone, sale]))).toMatchObject({
      event_uid: sale.uid,
      excluded_reason: status,
      raw_count: 2,
    });
  });

  it('approved weeks later confirms what was pending', () => {
    const sale = purchase({ order_id: 'o1', status: 'pending' });
    const approved = purchase({ order_id: 'o1', time: sale.time + 14 * 24 * HOUR });
    expect(only(rowsOf([sale, approved]))).toMatchObject({
      event_uid: sale.uid,
      status: 'approved',
    });
  });

  it('approved weeks after an approved order is a second order', () => {
    const sale = purchase({ order_id: 'o1' });
    const again = purchase({ order_id: 'o1', time: sale.time + 14 * 24 * HOUR });
    expect(rowsOf([sale, again])).toHaveLength(2);
  });

  it('leaves a rejected event without an order excluded', () => {
    expect(only(rowsOf([purchase({ order_id: 'o1', status: 'rejected' })]))).toMatchObject({
      excluded_reason: 'rejected',
    });
  });
});
