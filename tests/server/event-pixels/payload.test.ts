import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateFault, templateTokens } from '#contract/event-pixels/template.ts';
import type { PixelEvent } from '#server/database/payloads/pixel-event.ts';
import { requestOf, type Sender } from '#server/event-pixels/payload/build-request.ts';
import { destinations } from '#server/event-pixels/payload/destinations.ts';
import { Amount, toExactJson } from '#server/event-pixels/payload/exact-json.ts';
import { hashedEmail, hashedId, hashedPhone } from '#server/event-pixels/payload/hashed-person.ts';

const pixelEvent: PixelEvent = {
  conversion_id: 'c_1',
  event_id: 'o-5521',
  event_name: 'purchase',
  event_time: '2026-11-20T12:00:05.250Z',
  order_id: '5521',
  status: 'approved',
  value: '86.5000',
  payout: '12.9750',
  currency: 'USD',
  affid: '1001',
  affsub: 'tt 22&x=1',
  offer_id: '101',
  campaign_id: 'c1',
  adset_id: 's1',
  ad_id: 'a1',
  country: 'US',
  click_id: 'ck_1',
  click_time: Date.parse('2026-11-20T11:42:05.250Z'),
  visitor_id: 'v1',
  url: 'https://shop.test/thanks',
  user_agent: 'Mozilla/5.0',
  platform_ids: { fbclid: 'IwAR1', fbp: 'fb.1.1.2', gclid: 'Cj0K', ttclid: 'E.C.P' },
  email_sha256: hashedEmail('jane@example.com'),
  phone_sha256: hashedPhone('+1 (202) 555-0123'),
  external_id_sha256: hashedId('42'),
};
const noIdentifiers = {
  platform_ids: {},
  email_sha256: '',
  phone_sha256: '',
  external_id_sha256: '',
};

const senders = {
  meta_capi: { pixel_id: '1234567890', access_token: 'meta-token', test_event_code: null },
  tiktok_events: {
    pixel_code: 'C4ABCDEFGHIJKLM',
    access_token: 'tt-token',
    test_event_code: 'TEST1',
  },
  google_ads: {
    conversion_id: 'AW-123456',
    label: null,
    customer_id: '1234567890',
    conversion_action_id: '77',
    developer_token: 'dev',
    access_token: 'oauth',
  },
  ga4: { measurement_id: 'G-ABC123', api_secret: 'ga+secret' },
};
type Platform = keyof typeof senders;

const build = (type: Platform, changes: Partial<PixelEvent> = {}) =>
  requestOf(
    { type, config: senders[type], url_template: null, method: 'POST' },
    { ...pixelEvent, ...changes },
    'key',
    destinations,
  );
const template = (url_template: string, changes: Partial<PixelEvent> = {}) => {
  const sender: Sender = { type: 'postback', config: {}, url_template, method: 'GET' };
  const built = requestOf(sender, { ...pixelEvent, ...changes }, 'key', destinations);
  if ('invalid' in built) throw new Error(built.invalid);
  return built;
};
/** Parts of a path that lead to another one. */
const dots = ['.', '..'];
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the amounts of a template', () => {
  const yen = { value: '10000.0000', currency: 'JPY', payout: '6.6000' };
  const inDollars = { project_value: '66.0000', project_currency: 'USD' };
  const urlOf = (tokens: string, changes: Partial<PixelEvent>) =>
    template(`https://partner.test/?a=${tokens}`, changes).url.split('a=')[1];

  it.each([
    ['{payout},{currency}', '6.60,USD'],
    ['{value},{currency}', '66.00,USD'],
    ['{value},{payout},{currency}', '66.00,6.60,USD'],
    ['{sent_value},{sent_currency}', '10000.00,JPY'],
  ])('are of one currency: %s', (tokens, told) => {
    expect(urlOf(tokens, { ...yen, ...inDollars })).toBe(told);
  });

  it('are as they were sent without an exchange rate', () => {
    const sent = { ...yen, payout: '0.0000', project_currency: 'USD' };
    expect(urlOf('{value},{payout},{currency}', sent)).toBe('10000.00,0.00,JPY');
  });
});

describe('the payload for a platform', () => {
  it('is an event of the Conversions API for Meta, with the token in the body', () => {
    expect(build('meta_capi')).toEqual({
      method: 'POST',
      url: 'https://graph.facebook.com/v21.0/1234567890/events',
      headers: { 'content-type': 'application/json' },
      body: `{"data":[{"event_name":"Purchase","event_time":1795176005,"event_id":"o-5521","action_source":"website","event_source_url":"https://shop.test/thanks","user_data":{"em":["${sha256('jane@example.com')}"],"ph":["${sha256('12025550123')}"],"external_id":["${sha256('42')}"],"fbc":"fb.1.1795174925250.IwAR1","fbp":"fb.1.1.2","client_user_agent":"Mozilla/5.0"},"custom_data":{"currency":"USD","value":86.5,"order_id":"5521"}}],"access_token":"meta-token"}`,
    });
  });

  it('is an event of the Events API for TikTok, with the token in a header', () => {
    expect(build('tiktok_events')).toEqual({
      method: 'POST',
      url: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
      headers: { 'content-type': 'application/json', 'access-token': 'tt-token' },
      body: `{"event_source":"web","event_source_id":"C4ABCDEFGHIJKLM","test_event_code":"TEST1","data":[{"event":"CompletePayment","event_time":1795176005,"event_id":"o-5521","user":{"email":"${sha256('jane@example.com')}","phone":"${sha256('12025550123')}","external_id":"${sha256('42')}","ttclid":"E.C.P","user_agent":"Mozilla/5.0"},"page":{"url":"https://shop.test/thanks"},"properties":{"currency":"USD","value":86.5,"order_id":"5521"}}]}`,
    });
  });

  it('is an upload of a click conversion for Google Ads, with the tokens in headers', () => {
    expect(build('google_ads')).toEqual({
      method: 'POST',
      url: 'https://googleads.googleapis.com/v26/customers/1234567890:uploadClickConversions',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer oauth',
        'developer-token': 'dev',
      },
      body: `{"conversions":[{"gclid":"Cj0K","conversionAction":"customers/1234567890/conversionActions/77","conversionDateTime":"2026-11-20 12:00:05+00:00","conversionValue":86.5,"currencyCode":"USD","orderId":"5521","userIdentifiers":[{"hashedEmail":"${sha256('jane@example.com')}"},{"hashedPhoneNumber":"${sha256('12025550123')}"}]}],"partialFailure":true}`,
    });
  });

  it('sends only one click id to Google, and user identifiers only with a gclid', () => {
    const { body } = {
      body: '',
      ...build('google_ads', { platform_ids: { gbraid: 'g', wbraid: 'w' } }),
    };
    const [conversion] = JSON.parse(body ?? '').conversions;
    expect(conversion).toMatchObject({ gbraid: 'g' });
    expect(Object.keys(conversion)).not.toContain('wbraid');
    expect(Object.keys(conversion)).not.toContain('userIdentifiers');
  });

  it('is an event of the Measurement Protocol for GA4', () => {
    expect(build('ga4')).toEqual({
      method: 'POST',
      url: 'https://www.google-analytics.com/mp/collect?measurement_id=G-ABC123&api_secret=ga%2Bsecret',
      headers: { 'content-type': 'application/json' },
      body: `{"client_id":"v1","user_id":"${sha256('42')}","timestamp_micros":1795176005250000,"events":[{"name":"purchase","params":{"transaction_id":"5521","event_id":"o-5521","currency":"USD","value":86.5,"affiliation":"1001"}}]}`,
    });
  });

  it.each(['meta_capi', 'tiktok_events', 'google_ads'] as const)(
    'is empty where %s could match no person',
    (type) => {
      expect(build(type, noIdentifiers)).toEqual({ invalid: expect.any(String) });
    },
  );

  it('keeps every digit of an amount', () => {
    const value = '99999999999999.9900';
    for (const type of ['meta_capi', 'tiktok_events', 'google_ads', 'ga4'] as const) {
      const { body } = { body: '', ...build(type, { value }) };
      expect(body).toContain(':99999999999999.99,');
    }
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 18n - 1n), (units) => {
        const text = units
          .toString()
          .padStart(5, '0')
          .replace(/(\d{4})$/, '.$1');
        const [fullText = '', fraction = ''] = toExactJson(new Amount(text)).split('.');
        return BigInt(fullText + fraction.padEnd(4, '0')) === units;
      }),
    );
  });
});

describe('a template', () => {
  it('is filled with the known values, each part encoded', () => {
    const url =
      'https://p.test/{affid}/pb?sub={affsub}&v={value}&p={payout}&t={event_time}&e={email_sha256}&g={gclid}';
    expect(template(url)).toEqual({
      method: 'GET',
      url: `https://p.test/1001/pb?sub=tt%2022%26x%3D1&v=86.50&p=12.975&t=1795176005&e=${sha256('jane@example.com')}&g=Cj0K`,
      headers: { 'idempotency-key': 'key' },
      body: null,
    });
  });

  it('does not change the host and the other parameters, whatever a conversion contains', () => {
    const template_ = 'https://p.test/a/{affsub}/b?x={order_id}&y=1';
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!dots.includes(text));
        const url = new URL(template(template_, { affsub: text, order_id: text }).url);
        expect(url.host).toBe('p.test');
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'a', text, 'b']);
        expect([...url.searchParams.keys()]).toEqual(['x', 'y']);
        expect(url.searchParams.get('x')).toBe(text);
      }),
    );
  });

  it.each([
    ['https://p.test/a/{affsub}/b', '.'],
    ['https://p.test/a/{affsub}/b', '..'],
    ['https://p.test/a/{affsub}', '..'],
    ['https://p.test/a/.{affsub}/b', '.'],
    ['https://p.test/a/%2e{affsub}/b', '.'],
    ['https:///{affsub}/a', 'evil.test'],
    ['https:///p.test{affsub}/a', '.evil.test'],
  ])('calls nothing when %s with %s leads elsewhere', (address, affsub) => {
    expect(() => template(address, { affsub })).toThrow(
      'The values of this conversion would change the address.',
    );
  });

  it.each(templateTokens)('may use {%s}', (token) => {
    expect(templateFault(`https://p.test/?x={${token}}`)).toBeNull();
    expect(template(`https://p.test/?x={${token}}`).url).not.toContain('{');
  });

  it.each([
    ['https://p.test/?e={email}', 'personal data'],
    ['https://p.test/?e={phone}', 'personal data'],
    ['https://p.test/?e={first_name}', 'personal data'],
    ['https://p.test/?e={ip}', 'personal data'],
    ['https://p.test/?e={colour}', 'is not known'],
    ['https://p.test/?e={campaign_name}', '{campaign_name} is not known. Use one of'],
    ['https://p.test/?e={adset_name}', 'is not known'],
    ['https://p.test/?e={customer_name}', 'personal data'],
    ['https://p.test/?e=jane@example.com', 'e-mail'],
    ['https://p.test/?e=jane%40example.com', 'e-mail'],
    ['https://{affid}.test/', 'host'],
    ['https://p.test:{affid}/', 'host'],
    ['https://jane:secret@p.test/', 'password'],
    ['https://p.test/?e={value', 'brace'],
    ['https://p.test/ ?e={value}', 'spaces'],
    ['ftp://p.test/', 'https://example.com'],
    ['javascript:alert(1)', 'https://example.com'],
    ['{value}', 'https://example.com'],
    [`https://p.test/${'x'.repeat(2_048)}`, '2,048'],
  ])('%s is refused', (url, why) => {
    expect(templateFault(url)).toContain(why);
  });
});

describe('a person', () => {
  const email = sha256('jane.doe@example.com');
  it.each([
    [hashedEmail, ' Jane.Doe@Example.com ', email],
    [hashedEmail, email, email],
    [hashedEmail, `SHA256:${email.toUpperCase()}`, email],
    [hashedEmail, 'jane', ''],
    [hashedPhone, '+1 (202) 555-0123', sha256('12025550123')],
    [hashedPhone, '0044 20 7946 0000', sha256('442079460000')],
    [hashedPhone, '+44 (0)20 7946 0000', sha256('442079460000')],
    [hashedPhone, '202-555-0123', ''],
    [hashedPhone, '', ''],
    [hashedId, ' User-42 ', sha256('user-42')],
    [hashedId, email, email],
    [hashedId, '', ''],
  ])('%o of %s', (hash, input, expected) => {
    expect(hash(input)).toBe(expected);
  });
});

it.each(Object.getOwnPropertyNames(Object.prototype))(
  'an event that is named %s is reported to every platform by its name',
  (name) => {
    for (const type of ['meta_capi', 'tiktok_events'] as const) {
      const sender: Sender = { type, config: senders[type], url_template: null, method: 'POST' };
      const built = requestOf(sender, { ...pixelEvent, event_name: name }, 'key', destinations);
      const { data } = JSON.parse('body' in built ? (built.body ?? '') : '');
      expect(data[0].event_name ?? data[0].event).toBe(name);
    }
  },
);
