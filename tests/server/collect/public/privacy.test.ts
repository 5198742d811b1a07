import { describe, expect, it } from 'vitest';
import { eventsOf, minuteBeforeNoon, openShop, post, publicFixture } from './fixture.ts';

const fixture = publicFixture();

const secret = 'find-me-4711';
const everything = {
  event_name: 'purchase',
  event_time: minuteBeforeNoon,
  event_id: 'o-1',
  order_id: '5521',
  value: 30,
  visitor_id: `visitor-${secret}`,
  external_id: `sha256:${secret}`,
  click_id: `ck_${secret}`,
  affid: '1001',
  affsub: secret,
  utm_source: 'news',
  fbclid: secret,
  gclid: secret,
  gbraid: secret,
  wbraid: secret,
  ttclid: secret,
  msclkid: secret,
  ScCid: secret,
  fbp: secret,
  fbc: secret,
  referrer: `https://search.test/?q=${secret}`,
  url: `https://shop.test/thanks?utm_campaign=spring&gclid=${secret}&customer=${secret}#${secret}`,
  params: { who: secret },
};
const agent = `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile Safari ${secret}`;

async function stored(
  settings: Parameters<typeof openShop>[1],
  body: object,
  headers: Record<string, string> = {},
) {
  const shop = await openShop(fixture(), settings);
  const answer = await post(
    fixture(),
    { key: shop.key, events: [everything], ...body },
    { 'user-agent': agent, ...headers },
  );
  expect(answer.statusCode).toBe(204);
  const rows = await eventsOf(fixture(), shop.projectId);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe('a visitor without consent', () => {
  it.each([
    ['says so', { consentMode: 'assumed' }, { consent: 'denied' }, {}],
    ['sends Global Privacy Control', { consentMode: 'assumed' }, {}, { 'sec-gpc': '1' }],
    [
      'sends it although the page says otherwise',
      { consentMode: 'assumed' },
      { consent: 'granted' },
      { 'sec-gpc': '1' },
    ],
    ['was not asked where that is required', { consentMode: 'required' }, {}, {}],
    ['was not asked where the region decides', { consentMode: 'per_region' }, {}, {}],
  ])('is counted without identifiers: %s', async (_, settings, body, headers) => {
    const row = await stored(settings, body, headers);
    const text = JSON.stringify(row);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('203.0.113');
    expect(row).toMatchObject({
      event_id: 'o-1',
      affid: '1001',
      utm_source: 'news',
      utm_campaign: 'spring',
      device: 'mobile',
      referrer: 'search.test',
      visitor_id: '',
      user_id: '',
      click_id: '',
      client_ip: '',
      user_agent: '',
      platform_click_ids: {},
    });
  });

  it.each([
    ['the page says so', { consentMode: 'required' }, { consent: 'granted' }],
    ['the pixel assumes it', { consentMode: 'assumed' }, {}],
  ])('differs from one with consent: %s', async (_, settings, body) => {
    const row = await stored(settings, body);
    expect(row).toMatchObject({
      visitor_id: everything.visitor_id,
      click_id: everything.click_id,
      client_ip: '203.0.113.0',
      user_agent: agent,
    });
    expect(row?.platform_click_ids).toMatchObject({ gclid: secret, sccid: secret });
  });
});

describe('an event with the id of a click or a person', () => {
  it('loses it without consent, and counts once all the same', async () => {
    const shop = await openShop(fixture());
    const click = {
      event_name: 'click',
      event_time: minuteBeforeNoon,
      event_id: secret,
      click_id: secret,
      affid: '1001',
    };
    for (const _ of ['sent', 'sent again']) {
      const body = { key: shop.key, consent: 'denied', events: [click] };
      expect((await post(fixture(), body)).statusCode).toBe(204);
    }
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows).toMatchObject([{ event_name: 'click', affid: '1001', event_id: '' }]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('addresses and texts', () => {
  it('lose e-mail addresses, tokens and secrets before they are stored', async () => {
    const shop = await openShop(fixture());
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    const page = `https://ann:pw@shop.test/reset/${'a1'.repeat(20)}?email=ann%40mail.test&who=ann@mail.test&token=abc&t=${token}&utm_source=news&sku=A1#ann@mail.test`;
    const answer = await post(fixture(), {
      key: shop.key,
      events: [
        {
          event_name: 'page_view',
          url: page,
          referrer: 'https://mail.test/inbox?user=ann@mail.test',
          utm_content: 'ann@mail.test',
          affsub: 'ann%40mail.test',
          params: {
            note: 'from ann@mail.test',
            'ann@mail.test': 1,
            link: page,
            list: [{ deep: 'ann@mail.test' }],
            sku: 'A1',
          },
        },
      ],
    });
    expect(answer.statusCode).toBe(204);
    const [row] = await eventsOf(fixture(), shop.projectId);
    const text = JSON.stringify(row);
    for (const leaked of ['@', '%40', token, 'a1a1a1', 'token=', 'ann:pw']) {
      expect(text).not.toContain(leaked);
    }
    expect(row).toMatchObject({ utm_source: 'news', referrer: 'mail.test' });
    expect(JSON.parse(row?.params ?? '')).toEqual({
      url: 'https://shop.test/reset/-?utm_source=news&sku=A1',
      link: 'https://shop.test/reset/-?utm_source=news&sku=A1',
      note: '',
      list: [{ deep: '' }],
      sku: 'A1',
    });
  });

  it('keeps only the network of an address', async () => {
    for (const [from, stored] of [
      ['198.51.100.77', '198.51.100.0'],
      ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ]) {
      const shop = await openShop(fixture());
      await post(fixture(), { key: shop.key, events: [{ event_name: 'page_view' }] }, {}, from);
      const [row] = await eventsOf(fixture(), shop.projectId);
      expect(row?.client_ip).toBe(stored);
    }
  });

  it('keeps whole addresses where the project asks for it, and never of visitors who object', async () => {
    const shop = await openShop(fixture());
    const answer = await fixture().app.inject({
      method: 'PATCH',
      url: `/api/v1/projects/${shop.projectId}/`,
      headers: { authorization: `Token ${shop.token}` },
      payload: { keep_addresses: true },
    });
    expect(answer.json()).toMatchObject({ keep_addresses: true });
    const letter = { key: shop.key, events: [{ event_name: 'page_view' }] };
    await post(fixture(), letter, {}, '198.51.100.77');
    await post(fixture(), letter, { 'sec-gpc': '1' }, '198.51.100.78');
    await fixture().app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${shop.serverKey}` },
      payload: { events: [{ event_name: 'page_view', client_ip: '2001:db8::7' }] },
    });
    const rows = await eventsOf(fixture(), shop.projectId);
    expect(rows.map(({ client_ip }) => client_ip).sort()).toEqual([
      '',
      '198.51.100.77',
      '2001:db8::7',
    ]);
  });

  it('trusts no header about the origin of a request', async () => {
    const shop = await openShop(fixture());
    const forged = { 'x-forwarded-for': '198.51.100.77', 'x-real-ip': '198.51.100.77' };
    await post(fixture(), { key: shop.key, events: [{ event_name: 'page_view' }] }, forged);
    const [row] = await eventsOf(fixture(), shop.projectId);
    expect(row?.client_ip).toBe('203.0.113.0');
  });
});
