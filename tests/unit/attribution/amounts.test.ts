import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import { click, DAY, HOUR, NOON, only, purchase, rowsOf, seenByBrowser } from './samples.ts';

type Word = [status: string, value: string];

/** In any order of arrival. */
function amountsOf(...events: RawEvent[]) {
  const row = only(rowsOf(events), events[0]?.side);
  for (const all of [events.toReversed(), [...events.slice(1), ...events.slice(0, 1)]]) {
    expect(only(rowsOf(all), events[0]?.side)).toEqual(row);
  }
  return [row.value, row.payout, row.excluded_reason];
}

describe('reports of one file with one time', () => {
  const time = NOON;
  const told = (status: string, value: string, ingested = NOON + DAY, fields = {}) =>
    purchase({ order_id: 'o1', status, value, payout: value, time, ingested, ...fields });

  it.each([
    [['pending', '0'], ['approved', '40'], '40.0000', 'approved'],
    [['pending', '40'], ['approved', '0'], '0.0000', 'approved'],
    [['approved', '0'], ['approved', '40'], '40.0000', 'approved'],
    [['approved', '40'], ['rejected', '0'], '40.0000', 'rejected'],
    [['pending', '40'], ['reversed', '40'], '40.0000', 'reversed'],
  ] as [Word, Word, string, string][])(
    '%j and %j do not apply by their uids',
    (one, other, value, status) => {
      fc.assert(
        fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 2 }), ([a, b]) => {
          const events = [one, other].map(([said, amount]) => told(said, amount));
          const named = events.map((event, index) => ({ ...event, uid: `${index ? b : a}` }));
          expect(only(rowsOf(named))).toMatchObject({ value, payout: value, status });
        }),
      );
    },
  );

  it('apply in the order in which they arrived, where that is known', () => {
    const events = [told('approved', '40'), told('pending', '0', NOON + 2 * DAY)];
    expect(only(rowsOf(events))).toMatchObject({ value: '0.0000', status: 'pending' });
  });
});

describe('the amount of two reporters', () => {
  const shop = (value: string, hours: number, fields = {}) =>
    purchase({ order_id: 'S1', click_id: 'a', value, time: NOON + hours * HOUR, ...fields });
  const network = (value: string, hours: number, fields = {}) =>
    shop(value, hours, { scope: 'affiliate', ...fields });
  const onlyPays = { is_payout: 1 as const };

  it('is the shop’s where the network only tells what it pays', () => {
    for (const fields of [onlyPays, { ...onlyPays, scope: '' }]) {
      expect(amountsOf(shop('100', 1), network('8', 2, fields))).toEqual([
        '100.0000',
        '8.0000',
        '',
      ]);
      expect(amountsOf(network('8', 1, fields), shop('100', 2))).toEqual([
        '100.0000',
        '8.0000',
        '',
      ]);
    }
  });

  it('is the last of the reporter of the first', () => {
    expect(amountsOf(shop('100', 1), network('90', 2, { payout: '8' }))[0]).toBe('100.0000');
    expect(amountsOf(shop('100', 1), network('90', 2), shop('95', 3))[0]).toBe('95.0000');
    expect(amountsOf(network('90', 1), shop('100', 2), network('91', 400))[0]).toBe('91.0000');
  });

  it('is what the network pays where nobody names a value, and the affiliate’s terms hold', () => {
    const touches = [click({ click_id: 'a' })];
    const events = [network('0', 1, onlyPays), network('40', 90, onlyPays)];
    expect(only(rowsOf(events, touches))).toMatchObject({ value: '40.0000', payout: '8.0000' });
  });

  it('is another’s where the first names none', () => {
    const undone = shop('0', 1, { status: 'rejected' });
    expect(amountsOf(undone, network('90', 2, { payout: '8' }))).toEqual(['90.0000', '8.0000', '']);
  });
});

describe('an amount in a currency without a rate', () => {
  const told = (value: string, days: number, fields = {}) =>
    purchase({ order_id: 'o1', value, payout: value, time: NOON + days * DAY, ...fields });

  it('replaces none that has one', () => {
    expect(amountsOf(told('100', 0), told('90', 1, { currency: 'JPY' }))).toEqual([
      '100.0000',
      '100.0000',
      '',
    ]);
    const words = [told('90', 0, { currency: 'JPY' }), told('100', 1), told('80', 2)];
    expect(amountsOf(...words)[0]).toBe('80.0000');
  });

  it('counts as none where it is the only one', () => {
    expect(amountsOf(told('90', 0, { currency: 'JPY' }))).toEqual(['0.0000', '0.0000', 'no_rate']);
  });
});

it('a page that is opened again with an empty cart changes no amount', () => {
  const seen = (value: string, hours: number) =>
    seenByBrowser({ order_id: 'ty-1', value, time: NOON + hours * HOUR });
  fc.assert(
    fc.property(fc.array(fc.constantFrom('0', '0.00', '50', '60'), { minLength: 1 }), (values) => {
      const last = values.findLast((value) => Number(value) > 0) ?? '0';
      const [value] = amountsOf(...values.map((one, index) => seen(one, index * 30)));
      expect(value).toBe(`${Number(last)}.0000`);
    }),
  );
});
