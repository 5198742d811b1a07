import { describe, expect, it } from 'vitest';
import { accept, rowOf } from './stored-rows.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

describe('an accepted event', () => {
  it('is stored with all its fields', () => {
    expect(
      rowOf({
        event_name: ' Purchase ',
        event_id: 'o-5521',
        event_time: 1795175621,
        affid: '1001',
        affsub: 'tt-22',
        click_id: 'ck_1',
        visitor_id: 'v_1',
        order_id: 5521,
        value: 86.0,
        currency: 'usd',
        payout: '12.345678',
        external_id: 'sha256:ab',
        fbp: 'fb.1.2',
        gclid: 'g1',
        client_ip: '203.0.113.77',
        user_agent: iphone,
        country: 'us',
        state: 'US-TX',
        status: 'pending',
        params: { sku: 'A1' },
        test: true,
      }),
    ).toEqual({
      project_id: 7,
      event_name: 'purchase',
      event_time: '2026-11-20T11:53:41.000Z',
      ingested_at: '2026-11-20T12:00:00.000Z',
      event_uid: expect.stringMatching(/^[0-9a-f]{32}$/),
      side: 'server',
      event_id: 'o-5521',
      order_id: '5521',
      order_scope: '',
      dedup_key: 'o-5521',
      click_id: 'ck_1',
      visitor_id: 'v_1',
      user_id: 'sha256:ab',
      affid: '1001',
      affsub: 'tt-22',
      referrer: '',
      channel: 'affiliate',
      utm_source: '',
      utm_medium: '',
      utm_campaign: '',
      utm_content: '',
      campaign_id: '',
      adset_id: '',
      ad_id: '',
      offer_id: '',
      country: 'US',
      state: 'TX',
      device: 'mobile',
      value: '86',
      currency: 'USD',
      payout: '12.3457',
      status: 'pending',
      is_bot: 0,
      is_test: 1,
      is_twin: 0,
      is_direct: 0,
      platform_click_ids: { gclid: 'g1', fbp: 'fb.1.2' },
      user_agent: iphone,
      client_ip: '203.0.113.0',
      params: '{"sku":"A1"}',
    });
  });

  it.each([
    ['seconds', 1795175621],
    ['seconds with a fraction', 1795175621.0004],
    ['milliseconds', 1795175621000],
    ['seconds as text', '1795175621'],
    ['ISO in UTC', '2026-11-20T11:53:41Z'],
    ['ISO with an offset', '2026-11-20 06:53:41.000-05:00'],
  ])('reads its time as %s', (_, event_time) => {
    expect(rowOf({ event_name: 'click', event_time }).event_time).toBe('2026-11-20T11:53:41.000Z');
  });

  it('happens now without a time', () => {
    expect(rowOf({ event_name: 'click' }).event_time).toBe('2026-11-20T12:00:00.000Z');
  });

  it.each([
    [0.1 + 0.2, '0.3'],
    ['86.50', '86.50'],
    ['0.00005', '0.0001'],
    ['0.00004', '0'],
    [1e-7, '0'],
    ['999999999999.9999', '999999999999.9999'],
    ['+5', '5'],
  ])('stores the value %s as %s', (value, stored) => {
    expect(rowOf({ event_name: 'purchase', value }).value).toBe(stored);
  });

  it('counts a refund without its sign', () => {
    expect(rowOf({ event_name: 'refund', value: -12.5 }).value).toBe('12.5');
  });

  it.each([
    [{ event_id: 'e', order_id: 'o' }, 'e'],
    [{ order_id: 'o' }, 'o'],
  ])('is one conversion by %j', (ids, key) => {
    expect(rowOf({ event_name: 'purchase', value: 1, ...ids }).dedup_key).toBe(key);
  });

  it('is one conversion by itself without an id', () => {
    const row = rowOf({ event_name: 'purchase', value: 1 });
    expect(row.dedup_key).toBe(row.event_uid);
  });

  it.each([
    ['US', 'US'],
    ['usa', 'US'],
    ['uk', 'GB'],
    ['XK', 'XK'],
    ['QQ', 'ZZ'],
    ['United States', 'ZZ'],
    [undefined, 'ZZ'],
  ])('stores the country %s as %s', (country, code) => {
    expect(rowOf({ event_name: 'click', country }).country).toBe(code);
  });

  it('keeps region names that are no codes', () => {
    const state = (text: string) =>
      rowOf({ event_name: 'click', country: 'US', state: text }).state;
    expect(['tx', 'Tx', 'us-ny', 'Goa', 'not available', '(not set)'].map(state)).toEqual([
      'TX',
      'TX',
      'NY',
      'Goa',
      'not available',
      '(not set)',
    ]);
  });

  it.each([
    [iphone, 'mobile', 0],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
      'tablet',
      0,
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; SM-X700) AppleWebKit/537.36 Chrome/119 Safari/537.36',
      'tablet',
      0,
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/119 Mobile Safari',
      'mobile',
      0,
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/119', 'desktop', 0],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'desktop', 1],
    ['', '', 0],
  ])('reads %s as %s', (user_agent, device, is_bot) => {
    expect(rowOf({ event_name: 'click', user_agent })).toMatchObject({ device, is_bot });
  });

  it('trusts a given device over the derived one', () => {
    expect(rowOf({ event_name: 'click', device: 'TV', user_agent: iphone }).device).toBe('tv');
  });

  it('reads missing fields from its landing address', () => {
    const url =
      'https://shop.test/l?utm_source=facebook&UTM_Medium=cpc&utm_campaign=spring&affid=1001&affsub=s&ad_id=9&ScCid=x&click_id=ck_9';
    expect(rowOf({ event_name: 'click', url, utm_campaign: 'given' })).toMatchObject({
      utm_source: 'facebook',
      utm_medium: 'cpc',
      utm_campaign: 'given',
      affid: '1001',
      affsub: 's',
      ad_id: '9',
      click_id: 'ck_9',
      platform_click_ids: { sccid: 'x' },
      is_direct: 0,
    });
  });

  it('stores no person and no secret of its landing address', () => {
    const url =
      'https://ann:pw@shop.test/u/ann@mail.test/x?email=ann%40mail.test&token=abc&q=shoes&utm_content=ann%40mail.test&gclid=abcdefghijklmnopqrstuvwxyz0123456789abcdefgh&k=0123456789abcdef0123456789abcdef#id_token=1';
    const row = rowOf({ event_name: 'page_view', url });
    expect(JSON.parse(row.params)).toEqual({
      url: 'https://shop.test/u/-/x?q=shoes&gclid=abcdefghijklmnopqrstuvwxyz0123456789abcdefgh',
    });
    expect(row.utm_content).toBe('');
    expect(JSON.stringify(row)).not.toContain('@');
  });

  it('counts a link from the same site as no referrer', () => {
    const url = 'https://www.shop.test/cart';
    const referrer = (text: string) => rowOf({ event_name: 'click', url, referrer: text }).referrer;
    expect(
      [
        'https://shop.test/',
        'https://blog.shop.test/a',
        'https://www.YouTube.com/watch?v=1',
        'vk.com',
        '??',
      ].map(referrer),
    ).toEqual(['', '', 'youtube.com', 'vk.com', '']);
  });

  it('is direct only as a click without any origin', () => {
    const isDirect = (event: object) => rowOf({ event_name: 'click', ...event }).is_direct;
    expect(isDirect({})).toBe(1);
    expect(isDirect({ event_name: 'page_view' })).toBe(0);
    expect(isDirect({ fbp: 'fb.1.2', visitor_id: 'v' })).toBe(1);
    expect(isDirect({ channel: 'Direct' })).toBe(1);
    for (const sign of [
      { affid: '1' },
      { utm_content: 'x' },
      { ad_id: '1' },
      { campaign_id: '1' },
      { ttclid: 'x' },
      { referrer: 'https://blog.test/' },
      { channel: 'Organic Search' },
    ])
      expect(isDirect(sign)).toBe(0);
  });

  it('names its campaign, ad set and ad as of its own time', () => {
    const [delivery] = accept([
      {
        event_name: 'click',
        event_time: '2026-11-19T00:00:00Z',
        campaign_id: 'c1',
        campaign_name: 'Spring',
        adset_id: 'a1',
        ad_name: 'without an id',
      },
    ]).deliveries;
    expect(delivery?.accepted.labels).toEqual([
      {
        project_id: 7,
        kind: 'campaign',
        id: 'c1',
        name: 'Spring',
        seen_at: '2026-11-19T00:00:00.000Z',
      },
    ]);
  });
});

describe('an accepted cost', () => {
  const cost = {
    event_name: 'cost',
    date: '2026-11-15',
    account: 'act_1',
    platform: 'meta',
    spend: '10.5',
  };
  const stored = (event: object, change = {}) => {
    const [delivery] = accept([event], change).deliveries;
    if (delivery?.accepted.kind !== 'cost') throw new Error('no cost was stored');
    return delivery.accepted.cost;
  };

  it('is at noon of its day in the project’s zone', () => {
    expect(stored(cost)).toMatchObject({
      date: '2026-11-15',
      event_time: '2026-11-15T17:00:00.000Z',
      spend: '10.5',
      spend_base: '10.5',
      currency: 'USD',
      excluded_reason: '',
    });
    const summer = stored({ ...cost, date: '2026-07-01' }, { backfill: true });
    expect(summer.event_time).toBe('2026-07-01T16:00:00.000Z');
  });

  it('takes its day from its time where it has none', () => {
    const { date, ...timed } = { ...cost, event_time: '2026-11-15T03:00:00Z' };
    expect(stored(timed).date).toBe('2026-11-14');
    expect(date).toBe('2026-11-15');
  });

  it('is converted by the rate of its day', () => {
    const rateOf = (currency: string, day: string) =>
      currency === 'EUR' && day === '2026-11-15' ? '1.0833333333' : null;
    expect(stored({ ...cost, currency: 'EUR' }, { rateOf }).spend_base).toBe('11.375');
    expect(stored({ ...cost, currency: 'JPY' }, { rateOf })).toMatchObject({
      spend_base: '0',
      excluded_reason: 'no_rate',
    });
  });

  it('has no rate that would make it too large to store', () => {
    const rateOf = () => '1000';
    expect(stored({ ...cost, spend: '999999999999', currency: 'EUR' }, { rateOf })).toMatchObject({
      spend: '999999999999',
      spend_base: '0',
      excluded_reason: 'no_rate',
    });
  });
});
