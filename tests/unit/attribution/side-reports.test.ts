import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportNames } from '#server/attribution/report-names.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import {
  click,
  DAY,
  facts,
  HOUR,
  MINUTE,
  NOON,
  only,
  purchase,
  refund,
  rowsOf,
} from './samples.ts';

describe('one side', () => {
  it.each([
    [0, 1],
    [5 * MINUTE, 1],
    [47 * HOUR, 1],
    [48 * HOUR, 1],
    [48 * HOUR + 1, 2],
    [49 * HOUR, 2],
  ])('%d ms apart under one event id are %d', (apart, conversions) => {
    const first = purchase({ event_id: 'e1', time: NOON });
    const second = purchase({ event_id: 'e1', time: NOON + apart });
    expect(rowsOf([first, second])).toHaveLength(conversions);
    expect(rowsOf([second, first])).toEqual(rowsOf([first, second]));
  });

  it.each([0, 49 * HOUR, 5 * DAY, 400 * DAY])(
    '%d ms apart under one order id are one, on the day of the first',
    (apart) => {
      const first = purchase({ order_id: 'o1', time: NOON });
      for (const again of [
        purchase({ order_id: 'o1', time: NOON + apart }),
        purchase({ order_id: 'o1', event_id: 'o1', time: NOON + apart }),
      ]) {
        const row = only(rowsOf([again, first]));
        expect(row).toMatchObject({ event_uid: first.uid, raw_count: 2 });
        expect(only(rowsOf([first, again]))).toEqual(row);
      }
    },
  );

  it('uses time and place of the earliest, value and currency of the latest, and counts all', () => {
    const first = purchase({ event_id: 'e1', value: '99', country: 'US' });
    const second = purchase({
      event_id: 'e1',
      value: '10.5',
      currency: 'EUR',
      country: 'CA',
      time: first.time + MINUTE,
    });
    expect(only(rowsOf([second, first]))).toMatchObject({
      event_uid: first.uid,
      country: 'US',
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
    const rows = rowsOf(times.map((time) => purchase({ event_id: 'e1', time })));
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

  it('approved weeks after an approved conversion is a second one, without an order id', () => {
    const sale = purchase({ event_id: 'e1' });
    const again = purchase({ event_id: 'e1', time: sale.time + 14 * 24 * HOUR });
    expect(rowsOf([sale, again])).toHaveLength(2);
  });

  it('leaves a rejected event without an order excluded', () => {
    expect(only(rowsOf([purchase({ order_id: 'o1', status: 'rejected' })]))).toMatchObject({
      excluded_reason: 'rejected',
    });
  });
});

describe('the amount', () => {
  const told = (value: string, days: number, fields = {}) =>
    purchase({ order_id: 'o1', value, payout: value, time: NOON + days * DAY, ...fields });

  it.each([
    [
      'pending at 0, then approved',
      [
        ['0', 'pending'],
        ['40', 'approved'],
      ],
      '40.0000',
    ],
    [
      'corrected',
      [
        ['10', 'approved'],
        ['12', 'approved'],
      ],
      '12.0000',
    ],
    [
      'corrected to nothing',
      [
        ['10', 'approved'],
        ['0', 'approved'],
      ],
      '0.0000',
    ],
    [
      'undone without an amount',
      [
        ['10', 'approved'],
        ['0', 'reversed'],
      ],
      '10.0000',
    ],
    [
      'undone and approved again',
      [
        ['10', 'approved'],
        ['0', 'rejected'],
        ['9', 'approved'],
      ],
      '9.0000',
    ],
  ] as const)('of an order that is %s is the last word', (_, words, value) => {
    for (const days of [0.1, 1, 10, 100]) {
      const events = words.map(([amount, status], index) =>
        told(amount, days * index, { status, ingested: NOON + 1_000 * DAY - index }),
      );
      const row = only(rowsOf(events));
      expect(row).toMatchObject({ value, payout: value, event_uid: events[0]?.uid });
      expect(only(rowsOf(events.toReversed()))).toEqual(row);
    }
  });

  it('stays where a later report names none', () => {
    const lead = { ...facts, primary: 'lead' };
    const named = purchase({ name: 'lead', order_id: 'l1', value: '40' });
    const silent = purchase({ name: 'lead', order_id: 'l1', value: '0', time: named.time + DAY });
    expect(resolveConversions(lead, [named, silent], [])).toMatchObject([{ value: '40.0000' }]);
  });

  it('is exchanged at the rate of the first report’s day', () => {
    const [first, last] = [told('10', 0), told('20', -1)];
    const before = { ...last, currency: 'EUR' };
    const after = { ...first, currency: 'EUR' };
    expect(only(rowsOf([before, after]))).toMatchObject({
      value_sent: '10.0000',
      value: '11.0000',
    });
  });
});

describe('transaction ids of networks', () => {
  const clicks = ['1001', '1002'].map((affid) =>
    click({ click_id: `ck_${affid}`, affid, time: NOON }),
  );
  const told = (affid: string, fields = {}) =>
    purchase({ order_id: '1001', scope: 'affiliate', click_id: `ck_${affid}`, ...fields });

  it('are each affiliate’s own, told by the click', () => {
    const events = [told('1001', { value: '10' }), told('1002', { value: '25' })];
    for (const all of [events, events.toReversed()]) {
      const rows = rowsOf(all, clicks);
      expect(rows.map(({ affid, value }) => [affid, value]).sort()).toEqual([
        ['1001', '10.0000'],
        ['1002', '25.0000'],
      ]);
    }
    expect(rowsOf(events)).toHaveLength(2);
  });

  it('are one order for one affiliate, whatever the clicks, and however old they are', () => {
    const later = click({ click_id: 'ck_later', affid: '1001', time: NOON + DAY });
    const sale = told('1001');
    const again = told('later', { time: NOON + 2 * DAY, value: '90' });
    const late = told('1001', { time: NOON + 200 * DAY, value: '95' });
    expect(only(rowsOf([sale, again, late], [...clicks, later]))).toMatchObject({
      event_uid: sale.uid,
      raw_count: 3,
      value: '95.0000',
    });
  });

  it('are each named network’s own', () => {
    const named = (name: string, fields = {}) =>
      purchase({ order_id: 't1', scope: `network:${name}`, ...fields });
    const rows = rowsOf([named('north'), named('south'), named('north', { time: NOON + 9 * DAY })]);
    expect(rows.map(({ raw_count }) => raw_count).sort()).toEqual([1, 2]);
  });

  it('of two networks are apart from order ids of the shop, except for one click', () => {
    const own = purchase({ order_id: '1001', time: NOON + 2 * HOUR });
    const both = [told('1001'), told('1002')];
    expect(rowsOf([...both, own], clicks)).toHaveLength(3);
    const same = { ...own, click_id: 'ck_1001' };
    expect(rowsOf([...both, same], clicks)).toHaveLength(2);
  });

  it.each([
    ['within 48 hours', { time: NOON + 2 * DAY, value: '5' }, 1],
    ['later', { time: NOON + 3 * DAY + HOUR + 1, value: '5' }, 2],
    ['later with the same amount', { time: NOON + 60 * DAY, value: '86.00' }, 1],
    [
      'later with the same amount of another currency',
      { time: NOON + DAY * 9, currency: 'EUR' },
      2,
    ],
    ['of the same affiliate', { affid: '1001' }, 1],
    ['of another affiliate', { affid: '1002' }, 2],
    ['with a click of another affiliate', { click_id: 'ck_1002' }, 2],
    ['with a click that nobody knows', { click_id: 'ck_?' }, 1],
  ])('of one network are the shop’s own order ids where the shop reports %s', (_, more, count) => {
    const own = purchase({ order_id: '1001', time: NOON + HOUR, ...more });
    for (const by of [told('1001'), { ...told('1001'), scope: 'network:north' }]) {
      const rows = rowsOf([by, own], clicks);
      expect(rows).toHaveLength(count);
      expect(rowsOf([own, by], clicks)).toEqual(rows);
    }
  });

  it('stored before they were kept apart are two sales of two affiliates after 48 hours', () => {
    const stored = (affid: string, hours: number, fields = {}) =>
      told(affid, { scope: '', time: NOON + hours * HOUR, ...fields });
    const count = (...events: ReturnType<typeof told>[]) => {
      const rows = rowsOf(events, clicks);
      expect(rowsOf(events.toReversed(), clicks)).toEqual(rows);
      return rows.map(({ raw_count }) => raw_count).sort();
    };
    expect(count(stored('1001', 1), stored('1002', 50))).toEqual([1, 1]);
    expect(count(stored('1001', 1), stored('1002', 49))).toEqual([2]);
    expect(count(stored('1001', 1), stored('1001', 500))).toEqual([2]);
    expect(count(stored('1001', 1), stored('?', 500))).toEqual([2]);
    expect(count(stored('1001', 1), stored('', 500, { click_id: '' }))).toEqual([2]);
    expect(count(stored('1001', 1), stored('1002', 99), stored('1002', 400), told('1002'))).toEqual(
      [1, 3],
    );
    expect(
      count(stored('1001', 1, { side: 'browser' }), stored('1002', 99, { side: 'browser' })),
    ).toEqual([2]);
  });

  it('pair with a page’s report of that id unless it is known to be of another affiliate', () => {
    const seen = (fields = {}) => purchase({ side: 'browser', order_id: '1001', ...fields });
    const pairs = (page: ReturnType<typeof seen>) =>
      rowsOf([told('1001'), page], clicks).filter(({ paired }) => paired === 1).length / 2;
    expect(pairs(seen())).toBe(1);
    expect(pairs(seen({ click_id: 'ck_1001' }))).toBe(1);
    expect(pairs(seen({ click_id: 'ck_1002', value: '5' }))).toBe(0);
  });

  it('name the order that a refund gives back', () => {
    const sales = [told('1001'), told('1002')];
    const back = refund({
      order_id: '1001',
      scope: 'affiliate',
      click_id: 'ck_1001',
      value: '20',
      time: NOON + DAY,
    });
    const rows = rowsOf([...sales, back], clicks).filter(({ record }) => record === 'refund');
    expect(rows.map(({ affid }) => affid)).toEqual(['1001']);
    const other = { ...back, uid: 'other', click_id: 'ck_1002' };
    const both = rowsOf([...sales, back, other], clicks).filter(
      ({ record }) => record === 'refund',
    );
    expect(both.map(({ affid }) => affid).sort()).toEqual(['1001', '1002']);
  });

  it('make as many orders as there are pairs of affiliate and id', () => {
    const report = fc.record({
      affid: fc.constantFrom('1001', '1002', '1003'),
      order: fc.constantFrom('1', '2'),
      days: fc.integer({ min: 0, max: 80 }),
      value: fc.integer({ min: 1, max: 99 }),
    });
    const known = ['1001', '1002', '1003'].map((affid) =>
      click({ click_id: `ck_${affid}`, affid, time: NOON }),
    );
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 12 }), (reports) => {
        const events = reports.map(({ affid, order, days, value }) =>
          purchase({
            order_id: order,
            scope: 'affiliate',
            click_id: `ck_${affid}`,
            value: `${value}`,
            time: NOON + days * DAY,
          }),
        );
        const last = new Map<string, string>();
        for (const event of [...events].sort((a, b) => a.time - b.time)) {
          last.set(`${event.order_id} ${event.click_id}`, `${event.value}.0000`);
        }
        const rows = rowsOf(events, known);
        expect(new Map(rows.map((row) => [`${row.order_id} ${row.click_id}`, row.value]))).toEqual(
          last,
        );
        expect(rows).toHaveLength(last.size);
      }),
    );
  });
});

it('finds the reports of one order among any number of clicks, one look each', () => {
  // A chain of names that is walked anew for each report would take minutes here.
  const reports = Array.from({ length: 40_000 }, (_, index) =>
    purchase({ order_id: 'o1', click_id: `k${index}`, time: NOON + index }),
  );
  const { nameOf } = reportNames(reports, []);
  expect(new Set(reports.map(nameOf)).size).toBe(1);
});
