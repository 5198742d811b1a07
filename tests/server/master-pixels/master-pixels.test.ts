import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import { newPixelSchema } from '#contract/event-pixels/schemas.ts';
import { masterPixelSchema, snippetSchema } from '#contract/master-pixels/schemas.ts';
import { reservedEventName } from '#contract/name-fields.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import {
  type Company,
  masterPixelFixture,
  newPixel,
  noon,
  openCompany,
  pixelsOf,
  publicUrl,
  report,
  sendEvents,
} from './fixture.ts';

const fixture = masterPixelFixture();
let company: Company;
beforeEach(async () => {
  fixture().setNow(noon);
  company = await openCompany(fixture());
});

const path = (id: number) => `/api/v1/master-pixels/${id}/`;
const change = (id: number, body: object, person = company.owner) =>
  fixture().call(person, 'PATCH', path(id), body);

describe('a master pixel', () => {
  it('is created with the project, and names the address of its script', async () => {
    const [primary, ...more] = await pixelsOf(fixture(), company);
    expect(more).toEqual([]);
    expect(primary).toMatchObject({
      project: company.projectId,
      name: 'Purchase',
      event_name: 'purchase',
      is_primary: true,
      counts_as_revenue: true,
      domains: [],
      consent_mode: 'assumed',
      status: 'active',
      state: 'unverified',
      state_reason: 'No event has arrived yet.',
      first_seen_at: null,
      last_seen_at: null,
      count_24h: 0,
      rejected_24h: [],
    });
    expect(primary.key).toMatch(/^mp_[0-9a-f]{24}$/);
    expect(primary.script.url).toBe(`${publicUrl}/t/px.js`);
  });

  it('is found by the project’s slug as by its id', async () => {
    const answer = await fixture().call(
      company.owner,
      'GET',
      `/api/v1/master-pixels/?project__slug=${company.slug}`,
    );
    expect(answer.json()).toEqual(await pixelsOf(fixture(), company));
  });

  it('is created beside the primary one, with domains as browsers send them', async () => {
    const created = await newPixel(fixture(), company, {
      event_name: ' Sign_Up ',
      domains: ['Bücher.example', '*.shop.example', 'xn--bcher-kva.example'],
      consent_mode: 'per_region',
    });
    expect(created).toMatchObject({
      event_name: 'sign_up',
      is_primary: false,
      counts_as_revenue: false,
      domains: ['xn--bcher-kva.example', '*.shop.example'],
      consent_mode: 'per_region',
    });
    expect((await pixelsOf(fixture(), company)).map(({ id }) => id)).toContain(created.id);
    const read = await fixture().call(company.owner, 'GET', path(created.id));
    expect(read.json()).toEqual(created);
  });

  it.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['a line break in the name', { name: 'a\nb' }, 'name'],
    ['an event that is none', { event_name: '<b>' }, 'event_name'],
    ['a scheme', { domains: ['https://shop.example'] }, 'domains.0'],
    ['a port', { domains: ['shop.example:8080'] }, 'domains.0'],
    ['a path', { domains: ['ok.example', 'shop.example/de'] }, 'domains.1'],
    ['a star in the middle', { domains: ['shop.*.example'] }, 'domains.0'],
    ['a star for a whole ending', { domains: ['*.example'] }, 'domains.0'],
    ['a star for everything', { domains: ['*'] }, 'domains.0'],
    ['punycode that means nothing', { domains: ['xn--a.example'] }, 'domains'],
    ['another consent', { consent_mode: 'never' }, 'consent_mode'],
    ['a key of its own', { key: 'mp_mine' }, 'key'],
  ])('is refused with %s, by the name of the field', async (_, fields, field) => {
    const body = { project: company.projectId, name: 'A', event_name: 'a', ...fields };
    const answer = await fixture().call(company.owner, 'POST', '/api/v1/master-pixels/', body);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });

  it('is changed by members who may, in the given fields only', async () => {
    const created = await newPixel(fixture(), company, { domains: ['shop.example'] });
    const buyer = await company.member('buyer');
    const answer = await change(created.id, { name: ' Leads ' }, buyer);
    expect(answer.json()).toEqual({ ...created, name: 'Leads' });
    expect(
      (await change(created.id, { name: 'x' }, await company.member('viewer'))).statusCode,
    ).toBe(403);
    expect((await change(created.id, {})).json()).toEqual({ ...created, name: 'Leads' });
  });
});

describe('a change of a pixel', () => {
  const entries = async () => {
    const url = `/api/v1/audit-log/?project=${company.projectId}`;
    const answer = await fixture().call(company.owner, 'GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    const all: AuditEntry[] = answer.json();
    return all.filter(({ action }) => action === 'master-pixel.changed');
  };

  it('is recorded with its differences, and only where there are some', async () => {
    const fields = { name: 'Shop', event_name: 'lead', domains: ['a.example', 'b.example'] };
    const created = await newPixel(fixture(), company, fields);
    for (const same of [{}, fields, { is_primary: undefined, status: created.status }]) {
      const answer = await change(created.id, same);
      expect([answer.statusCode, answer.json()]).toEqual([200, created]);
    }
    expect(await entries()).toEqual([]);
    await change(created.id, { ...fields, domains: ['b.example', 'a.example'] });
    await change(created.id, { ...fields, name: 'Shops', domains: ['b.example', 'a.example'] });
    expect((await entries()).map(({ details }) => details)).toEqual([
      { name: 'Shops' },
      { domains: ['b.example', 'a.example'] },
    ]);
  });
});

describe('the primary pixel', () => {
  it('counts the event pixels that fire for it, and those that another one would stop', async () => {
    const [primary] = await pixelsOf(fixture(), company);
    const leads = await newPixel(fixture(), company, { event_name: 'lead' });
    const make = async (fields: object) => {
      const answer = await fixture().call(company.owner, 'POST', '/api/v1/pixels/', {
        affiliate: company.affiliateId,
        event: primary.id,
        name: 'Partner',
        type: 'postback',
        url_template: `http://${fixture().site.host}/?id={event_id}`,
        ...fields,
      });
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().id as number;
    };
    const created = [await make({}), await make({}), await make({})];
    await make({ status: 'paused' });
    await make({ type: 'html', url_template: null, config: { code: '<b>Thanks</b>' } });
    await fixture().call(company.owner, 'DELETE', `/api/v1/pixels/${created[0]}/`);
    const counts = async () =>
      Object.fromEntries(
        (await pixelsOf(fixture(), company)).map(({ id, event_pixels: by }) => [id, by]),
      );
    expect(await counts()).toEqual({ [primary.id]: 2, [leads.id]: 0 });
    expect((await change(leads.id, { is_primary: true })).json()).toMatchObject({
      event_pixels: 0,
    });
    expect(await counts()).toEqual({ [primary.id]: 2, [leads.id]: 0 });
  });

  it('is one at any time, and names the target of the project', async () => {
    const [primary] = await pixelsOf(fixture(), company);
    const leads = await newPixel(fixture(), company, { event_name: 'lead' });
    const orders = await newPixel(fixture(), company, { event_name: 'order' });
    const answers = await Promise.all(
      [leads, orders].map(({ id }) => change(id, { is_primary: true })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const now = await pixelsOf(fixture(), company);
    const chosen = now.filter(({ is_primary }) => is_primary);
    expect(chosen).toHaveLength(1);
    expect(chosen[0]?.id).not.toBe(primary.id);
    const project = await fixture().call(
      company.owner,
      'GET',
      `/api/v1/projects/${company.projectId}/`,
    );
    expect(project.json().target).toBe(chosen[0]?.event_name);
  });

  it('changes the target along with its event, and only the owner may change either', async () => {
    const [primary] = await pixelsOf(fixture(), company);
    const manager = await company.member('manager');
    expect((await change(primary.id, { event_name: 'order' }, manager)).statusCode).toBe(403);
    expect((await change(primary.id, { name: 'Orders' }, manager)).statusCode).toBe(200);
    expect((await change(primary.id, { event_name: 'order' })).statusCode).toBe(200);
    const project = await fixture().call(
      company.owner,
      'GET',
      `/api/v1/projects/${company.projectId}/`,
    );
    expect(project.json().target).toBe('order');
  });

  it('cannot have a reserved event name', async () => {
    const [primary] = await pixelsOf(fixture(), company);
    const refunds = await newPixel(fixture(), company, { event_name: 'refund' });
    const refused = { event_name: [reservedEventName] };
    expect((await change(refunds.id, { is_primary: true })).json()).toEqual(refused);
    expect((await change(primary.id, { event_name: 'cost' })).json()).toEqual(refused);
    expect(await pixelsOf(fixture(), company)).toContainEqual(primary);
    const orders = { event_name: 'order', is_primary: true };
    expect((await change(refunds.id, orders)).statusCode).toBe(200);
  });

  it('can neither step down nor be removed', async () => {
    const [primary] = await pixelsOf(fixture(), company);
    const back = await change(primary.id, { is_primary: false });
    expect(back.statusCode).toBe(400);
    expect(back.json()).toEqual({ is_primary: ['Make another pixel the primary one instead.'] });
    const gone = await fixture().call(company.owner, 'DELETE', path(primary.id));
    expect(gone.statusCode).toBe(409);
    expect(gone.json()).toEqual({
      detail:
        'This is the primary pixel of the project and cannot be removed. Make another one primary first.',
    });
  });
});

describe('removing', () => {
  it('stops the pixel, and can be undone for 30 days', async () => {
    const pixel = await newPixel(fixture(), company);
    const gone = await fixture().call(company.owner, 'DELETE', path(pixel.id));
    expect(gone.body).toContain('The pixel was removed. It can be restored for 30 days.');
    expect((await report(fixture(), pixel.key)).statusCode).toBe(403);
    for (const [method, url] of [
      ['GET', path(pixel.id)],
      ['PATCH', path(pixel.id)],
      ['GET', `${path(pixel.id)}snippet/`],
      ['GET', `${path(pixel.id)}rejections/`],
    ] as const) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      expect((await fixture().call(company.owner, method, url, body)).statusCode).toBe(404);
    }
    expect(await pixelsOf(fixture(), company)).toHaveLength(1);

    const back = await fixture().call(company.owner, 'POST', `${path(pixel.id)}restore/`);
    expect(masterPixelSchema.parse(back.json())).toEqual(pixel);
    expect((await report(fixture(), pixel.key)).statusCode).toBe(204);
  });

  it('is final after 30 days', async () => {
    const [pixel, other] = [await newPixel(fixture(), company), await newPixel(fixture(), company)];
    await fixture().call(company.owner, 'DELETE', path(pixel.id));
    const restore = () => fixture().call(company.owner, 'POST', `${path(pixel.id)}restore/`);
    const { pool } = fixture().stores;
    const removed = () => pool.query('select from master_pixels where id = $1', [pixel.id]);
    await pool.query(
      `update master_pixels set removed_at = removed_at - interval '30 days' where id = $1`,
      [pixel.id],
    );
    expect((await restore()).statusCode).toBe(404);
    expect((await removed()).rowCount).toBe(1);
    await fixture().call(company.owner, 'DELETE', path(other.id));
    expect((await removed()).rowCount).toBe(0);
  });

  it('is refused while event pixels wait for the event', async () => {
    const pixel = await newPixel(fixture(), company);
    const told = newPixelSchema.parse({
      affiliate: company.affiliateId,
      event: pixel.id,
      name: 'Partner',
      type: 'html',
      config: { code: '<b>Thanks</b>' },
    });
    const created = await fixture().call(company.owner, 'POST', '/api/v1/pixels/', told);
    expect(created.statusCode, created.body).toBe(201);
    const answer = await fixture().call(company.owner, 'DELETE', path(pixel.id));
    expect(answer.statusCode).toBe(409);
    expect(answer.json().detail).toMatch(/^An event pixel waits for its event\./);
    await fixture().call(company.owner, 'DELETE', `/api/v1/pixels/${created.json().id}/`);
    expect((await fixture().call(company.owner, 'DELETE', path(pixel.id))).statusCode).toBe(200);
  });
});

describe('a change', () => {
  it('applies to the next event', async () => {
    const pixel = await newPixel(fixture(), company);
    const send = () => report(fixture(), pixel.key, {}, { origin: 'https://shop.example' });
    expect((await send()).statusCode).toBe(204);
    await change(pixel.id, { status: 'paused' });
    expect((await send()).json()).toEqual({ detail: 'This pixel is paused.' });
    await change(pixel.id, { status: 'active', domains: ['other.example'] });
    expect((await send()).json()).toEqual({ detail: 'This site may not use the pixel.' });
    await change(pixel.id, { domains: ['shop.example'] });
    expect((await send()).statusCode).toBe(204);
  });
});

describe('a change in another process', () => {
  it('applies within two seconds', async () => {
    const { stores, mover } = fixture();
    const other = await appOf(
      productModules({
        pool: stores.pool,
        reader: stores.warehouse.reader,
        now: () => noon,
        watermark: mover.watermark,
      }),
    );
    const pixel = await newPixel(fixture(), company);
    const send = async () => (await report({ ...fixture(), app: other }, pixel.key)).statusCode;
    expect(await send()).toBe(204);
    await change(pixel.id, { status: 'paused' });
    await expect.poll(send, { timeout: 2_000, interval: 50 }).toBe(403);
    await other.close();
  });
});

describe('the traffic of a pixel', () => {
  const at = (iso: string) => fixture().setNow(new Date(iso));
  const primary = async () => (await pixelsOf(fixture(), company))[0];

  it('has the first and the last event with its key, and their number', async () => {
    const { key } = await primary();
    at('2026-11-20T09:30:00Z');
    await report(fixture(), key, {
      events: [{ event_name: 'page_view' }, { event_name: 'click' }],
    });
    at('2026-11-20T11:00:00Z');
    await report(fixture(), key);
    at(noon.toISOString());
    expect(await primary()).toMatchObject({
      state: 'active',
      received_24h: 3,
      first_seen_at: '2026-11-20T09:30:00.000Z',
      last_seen_at: '2026-11-20T11:00:00.000Z',
    });
    const [, other] = [await primary(), await newPixel(fixture(), company)];
    expect(other).toMatchObject({ state: 'unverified', received_24h: 0 });
  });

  it("includes a server's reports of its event", async () => {
    await sendEvents(fixture(), company, [
      { event_name: 'purchase', order_id: '1', value: 5, event_time: '2026-11-20T11:30:00Z' },
    ]);
    expect(await primary()).toMatchObject({
      state: 'active',
      count_24h: 1,
      received_24h: 0,
      first_seen_at: '2026-11-20T11:30:00.000Z',
      last_seen_at: '2026-11-20T11:30:00.000Z',
    });
  });

  it('excludes the clicks of links, which need no page', async () => {
    const { key } = await primary();
    await fixture().stores.pool.query(
      `update projects set url = 'https://shop.test' where id = $1`,
      [company.projectId],
    );
    const answer = await fixture().app.inject({ url: `/t/c/1001?k=${key}` });
    expect(answer.statusCode).toBe(302);
    expect(await primary()).toMatchObject({ state: 'unverified', received_24h: 0 });
  });

  it('is an error when too much is refused, with the reason', async () => {
    const pixel = await newPixel(fixture(), company, { domains: ['shop.example'] });
    const send = (origin: string, count: number) =>
      report(
        fixture(),
        pixel.key,
        { events: Array(count).fill({ event_name: 'page_view' }) },
        { origin },
      );
    const read = async () => (await pixelsOf(fixture(), company)).find(({ id }) => id === pixel.id);
    await send('https://copy.example', 1);
    expect(await read()).toMatchObject({
      state: 'unverified',
      state_reason:
        'No event was accepted yet: 1 event was refused, because their site is not among its domains.',
    });
    await send('https://shop.example', 80);
    await send('https://copy.example', 19);
    expect(await read()).toMatchObject({ state: 'active' });
    await send('https://copy.example', 1);
    expect(await read()).toMatchObject({
      state: 'error',
      state_reason:
        '21 of 101 events of the last 24 hours were refused, because their site is not among its domains.',
      rejected_24h: [{ reason: 'domain_not_allowed', count: 21 }],
    });
  });

  it('is silent when nothing arrived for longer than its usual traffic explains', async () => {
    const daily = Array.from({ length: 15 }, (_, day) =>
      Array.from({ length: 10 }, (_, minute) => ({
        event_name: 'purchase',
        order_id: `${day}-${minute}`,
        value: 1,
        event_time: new Date(
          noon.getTime() - (day + 1) * 86_400_000 + minute * 60_000,
        ).toISOString(),
      })),
    ).flat();
    await sendEvents(fixture(), company, daily);
    at('2026-11-20T11:30:00Z');
    expect(await primary()).toMatchObject({ state: 'active' });
    at('2026-11-20T13:00:00Z');
    expect(await primary()).toMatchObject({
      state: 'silent',
      state_reason: 'No event for 24 hours, where about 10 are usual.',
    });
    await report(fixture(), (await primary()).key);
    expect(await primary()).toMatchObject({ state: 'active' });
    await change((await primary()).id, { status: 'paused' });
    expect(await primary()).toMatchObject({ state: 'paused', status: 'paused' });
  });
});

describe('a snippet', () => {
  const snippet = async (id: number, kind: string) => {
    const answer = await fixture().call(company.owner, 'GET', `${path(id)}snippet/?kind=${kind}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return snippetSchema.parse(answer.json());
  };

  it.each(['html', 'gtm', 'shopify'])(
    'for %s holds the script, the key and the event',
    async (kind) => {
      const pixel = await newPixel(fixture(), company, { consent_mode: 'per_region' });
      const parts = await snippet(pixel.id, kind);
      const code = parts.map((part) => part.code).join('\n');
      expect(code).toContain(`${publicUrl}/t/px.js`);
      expect(code).toContain(pixel.key);
      expect(code).toContain("'sign_up'");
      expect(code).toMatch(/consent[="]+per_region/);
      expect(code).not.toContain('YOUR_COLLECT_KEY');
    },
  );

  it('for servers exists in three languages, with a placeholder for the secret', async () => {
    const [pixel] = await pixelsOf(fixture(), company);
    const parts = await snippet(pixel.id, 's2s');
    expect(parts.map(({ title, language }) => [title, language])).toEqual([
      ['curl', 'bash'],
      ['Node', 'javascript'],
      ['PHP', 'php'],
    ]);
    const text = JSON.stringify(parts);
    expect(text).toContain('YOUR_COLLECT_KEY');
    expect(text).not.toContain(company.collectKey);
  });

  it('for servers sends what the collector accepts', async () => {
    const [pixel] = await pixelsOf(fixture(), company);
    const [curl] = await snippet(pixel.id, 's2s');
    const { events } = JSON.parse(/-d '(.+)'/.exec(curl?.code ?? '')?.[1] ?? '');
    await sendEvents(fixture(), company, events);
    expect((await pixelsOf(fixture(), company))[0]).toMatchObject({
      state: 'active',
      count_24h: 1,
    });
  });

  it.each([
    [true, { visitor_id: 'v-1', click_id: 'ck_1', affid: '1001' }],
    [false, { visitor_id: '', click_id: '', affid: '' }],
  ])('for the checkout of a shop reports the order, agreed: %s', async (agreed, known) => {
    const [pixel] = await pixelsOf(fixture(), company);
    const code = (await snippet(pixel.id, 'shopify'))[1]?.code ?? '';
    const touch = { fields: { affid: '1001' }, click_id: 'ck_1', at: 0 };
    const cookies: Record<string, string> = {
      _mp_id: 'v-1',
      [`_mp_${pixel.key}`]: encodeURIComponent(JSON.stringify({ seen: 0, touch })),
    };
    const sent: { url: string; body: object }[] = [];
    const received = new Map<string, (event: object) => Promise<void>>();
    new Function('analytics', 'browser', 'init', 'fetch', code)(
      { subscribe: (name: string, listener: () => Promise<void>) => received.set(name, listener) },
      { cookie: { get: async (name: string) => cookies[name] ?? '' } },
      { customerPrivacy: { marketingAllowed: agreed } },
      async (url: string, { body }: { body: string }) => sent.push({ url, body: JSON.parse(body) }),
    );
    await received.get('checkout_completed')?.({
      id: 'sh-1',
      data: {
        checkout: {
          order: { id: 5521 },
          currencyCode: 'USD',
          totalPrice: { amount: 86.5, currencyCode: 'USD' },
        },
      },
      context: { document: { location: { origin: 'https://shop.example' } } },
    });
    expect(sent.map(({ url }) => url)).toEqual([`${publicUrl}/t/e`]);
    expect((await report(fixture(), pixel.key, sent[0]?.body)).statusCode).toBe(204);
    const { mover, stores } = fixture();
    await mover.flush();
    const read = await stores.warehouse.reader.query({
      query: `SELECT event_name, event_id, order_id, toFloat64(value) AS value, visitor_id, click_id, affid FROM events
        WHERE project_id = {id:UInt32}`,
      query_params: { id: company.projectId },
      format: 'JSONEachRow',
    });
    expect(await read.json()).toEqual([
      {
        event_name: 'purchase',
        event_id: '5521',
        order_id: '5521',
        value: 86.5,
        ...known,
      },
    ]);
  });

  it('of another kind is refused by name', async () => {
    const [pixel] = await pixelsOf(fixture(), company);
    const answer = await fixture().call(company.owner, 'GET', `${path(pixel.id)}snippet/?kind=fax`);
    expect(answer.json()).toEqual({ kind: ['Use html, gtm, shopify or s2s.'] });
  });
});
