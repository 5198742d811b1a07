import { describe, expect, it } from 'vitest';
import { accept } from './stored-rows.ts';

const good = { event_name: 'click', click_id: 'ck_1' };
const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });
const seconds = Date.parse('2026-11-20T12:00:00Z') / 1000;

describe('a refused event', () => {
  it.each<[field: string, code: string, event: unknown]>([
    ['event', 'event_invalid', null],
    ['event', 'event_invalid', ['click']],
    ['event', 'event_invalid', 'click'],
    ['event_name', 'event_name_missing', {}],
    ['event_name', 'event_name_missing', { event_name: '' }],
    ['event_name', 'event_name_invalid', { event_name: 7 }],
    ['event_name', 'event_name_invalid', { event_name: 'a'.repeat(65) }],
    ['event_name', 'event_name_invalid', { event_name: '<script>' }],
    ['colour', 'unknown_field', { event_name: 'click', colour: 'red' }],
    ['spend', 'unknown_field', { event_name: 'click', spend: 3 }],
    ['value', 'value_missing', { event_name: 'purchase', order_id: '1' }],
    ['value', 'value_missing', { event_name: 'refund', order_id: '1', value: null }],
    ['value', 'value_invalid', { event_name: 'purchase', value: '1,234.50' }],
    ['value', 'value_invalid', { event_name: 'purchase', value: Number.POSITIVE_INFINITY }],
    ['value', 'value_invalid', { event_name: 'purchase', value: 1e15 }],
    ['value', 'value_invalid', { event_name: 'purchase', value: '-5' }],
    ['payout', 'payout_invalid', { event_name: 'purchase', value: 1, payout: -1 }],
    ['currency', 'currency_invalid', { event_name: 'purchase', value: 1, currency: 'QQQ' }],
    ['currency', 'currency_invalid', { event_name: 'purchase', value: 1, currency: 5 }],
    ['status', 'status_invalid', { event_name: 'purchase', value: 1, status: 'paid' }],
    ['source', 'source_invalid', { event_name: 'click', source: 'app' }],
    ['side', 'side_invalid', { event_name: 'click', side: 'client' }],
    ['side', 'side_invalid', { event_name: 'click', side: 'server', source: 'browser' }],
    ['external_id', 'external_id_invalid', { event_name: 'click', external_id: 'a@b.test' }],
    ['client_ip', 'client_ip_invalid', { event_name: 'click', client_ip: '300.1.1.1' }],
    ['test', 'test_invalid', { event_name: 'click', test: 'yes' }],
    ['affid', 'affid_invalid', { event_name: 'click', affid: { id: 1 } }],
    ['affid', 'affid_invalid', { event_name: 'click', affid: 1.5 }],
    ['affsub', 'affsub_too_long', { event_name: 'click', affsub: 'x'.repeat(2_049) }],
    ['utm_source', 'utm_source_invalid', { event_name: 'click', utm_source: 'a\0b' }],
    ['utm_source', 'utm_source_invalid', { event_name: 'click', utm_source: '\ud800' }],
    ['event_time', 'event_time_invalid', { ...good, event_time: 'yesterday' }],
    ['event_time', 'event_time_invalid', { ...good, event_time: '2026-02-30T10:00:00Z' }],
    ['event_time', 'event_time_invalid', { ...good, event_time: '2026-11-20T10:00:00' }],
    ['event_time', 'event_time_invalid', { ...good, event_time: Number.NaN }],
    ['event_time', 'event_time_too_late', { ...good, event_time: seconds + 601 }],
    ['event_time', 'event_time_too_early', { ...good, event_time: seconds - 7 * 86_400 - 1 }],
    ['params', 'params_invalid', { ...good, params: [] }],
    ['params', 'params_invalid', { ...good, params: nested(8) }],
    ['params', 'params_invalid', { ...good, params: { deep: Number.POSITIVE_INFINITY } }],
    ['params', 'params_invalid', { ...good, params: { text: 'x'.repeat(2_049) } }],
    ['params', 'params_invalid', { ...good, params: { text: 'x\0' } }],
    [
      'params',
      'params_invalid',
      { ...good, params: Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`k${at}`, 1])) },
    ],
    ['spend', 'spend_missing', { event_name: 'cost', date: '2026-11-20' }],
    ['spend', 'spend_invalid', { event_name: 'cost', date: '2026-11-20', spend: -1 }],
    ['date', 'date_missing', { event_name: 'cost', spend: 1 }],
    [
      'campaign_id',
      'campaign_id_missing',
      { event_name: 'cost', spend: 1, date: '2026-11-20', campaign_name: 'Summer' },
    ],
    [
      'adset_id',
      'adset_id_missing',
      { event_name: 'cost', spend: 1, date: '2026-11-20', campaign_id: 'c', adset_name: 'Men' },
    ],
    [
      'ad_id',
      'ad_id_missing',
      { event_name: 'cost', spend: 1, date: '2026-11-20', campaign_id: 'c', ad_name: 'Blue' },
    ],
    ['value', 'value_invalid', { event_name: 'purchase', value: 1e12 }],
    ['value', 'value_invalid', { event_name: 'purchase', value: '1000000000000' }],
    ['value', 'value_invalid', { event_name: 'purchase', value: 1e300 }],
    ['spend', 'spend_invalid', { event_name: 'cost', spend: 1e12, date: '2026-11-20' }],
    ['date', 'date_invalid', { event_name: 'cost', spend: 1, date: '2026-02-30' }],
    ['date', 'date_too_late', { event_name: 'cost', spend: 1, date: '2026-11-21' }],
    ['date', 'date_too_early', { event_name: 'cost', spend: 1, date: '2026-11-12' }],
    ['clicks', 'clicks_invalid', { event_name: 'cost', spend: 1, date: '2026-11-20', clicks: 1.5 }],
    [
      'click_id',
      'unknown_field',
      { event_name: 'cost', spend: 1, date: '2026-11-20', click_id: 'x' },
    ],
  ])('names %s (%s)', (field, code, event) => {
    const { deliveries, refusals } = accept([good, event, good]);
    expect(deliveries).toHaveLength(2);
    expect(refusals).toEqual([{ index: 1, code, field, message: expect.stringContaining(field) }]);
  });

  it("is judged by the collector's clock to the millisecond", () => {
    const at = (offset: number) => ({ ...good, event_time: seconds * 1000 + offset });
    const { refusals } = accept([
      at(10 * 60_000),
      at(10 * 60_000 + 1),
      at(-7 * 86_400_000),
      at(-7 * 86_400_000 - 1),
    ]);
    expect(refusals.map(({ index }) => index)).toEqual([1, 3]);
  });

  it('may be old with backfill, never from the future or before 2000', () => {
    const events = ['2017-08-01T10:39:34Z', '1999-12-31T23:59:59Z', '2026-11-20T12:10:01Z'].map(
      (event_time) => ({ ...good, event_time }),
    );
    const { refusals } = accept(events, { backfill: true });
    expect(refusals.map(({ code }) => code)).toEqual([
      'event_time_too_early',
      'event_time_too_late',
    ]);
    const costs = ['2017-08-01', '1999-12-31', '2026-11-21'].map((date) => ({
      event_name: 'cost',
      spend: 1,
      date,
    }));
    const { refusals: ofCosts } = accept(costs, { backfill: true });
    expect(ofCosts.map(({ code }) => code)).toEqual(['date_too_early', 'date_too_late']);
  });
});

describe('an accepted event', () => {
  it.each([
    ['nested to the limit', { ...good, params: nested(7) }],
    ['with ids as numbers', { ...good, affid: 1001, campaign_id: 5 }],
    ['with blanks and nulls', { ...good, fbp: null, value: null, currency: '', client_ip: '' }],
    ['with a value as text', { event_name: 'purchase', value: ' 86.50 ' }],
    ['as a refund with a sign', { event_name: 'refund', value: '-86.50' }],
    ['with a long event name', { event_name: 'a'.repeat(64) }],
  ])('%s', (_, event) => {
    expect(accept([event]).refusals).toEqual([]);
  });
});
