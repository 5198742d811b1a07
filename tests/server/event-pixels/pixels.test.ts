import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Pixel, pixelSchema } from '#contract/event-pixels/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { createMasterPixel, removeMasterPixel } from '#server/master-pixels/repository.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { at, NOON, purchase } from '../pipeline/inbox-events.ts';
import { createMember, type SignedInUser } from '../projects/users.ts';
import { type PixelFixture, startPixelFixture } from './fixture.ts';
import { replyWith } from './partner.ts';

const stores = sharedStores();
let fixture: PixelFixture;
beforeAll(async () => {
  fixture = await startPixelFixture(stores());
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.clock.advance(NOON - fixture.clock.now().getTime()));

const path = '/api/v1/pixels/';
const token = 'EAAB-secret-of-meta-9x';
const meta = {
  type: 'meta_capi',
  config: { pixel_id: '1234567890', access_token: token },
};
const postback = { type: 'postback', url_template: 'https://192.0.32.7/pb?id={event_id}' };
const tiktok = { pixel_code: 'C4ABCDEFGHIJKLM', access_token: 't' };
const google = {
  conversion_id: 'AW-123456',
  customer_id: '1234567890',
  conversion_action_id: '7',
  developer_token: 'd',
  access_token: 'a',
};
const ga4 = { measurement_id: 'G-ABC123', api_secret: 's' };

describe('an event pixel', () => {
  it('is created, listed, read, changed, removed and restored', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const created = await fixture.create(owner, { ...meta, affiliate, event, name: ' Meta ' });
    expect(created).toEqual({
      id: created.id,
      affiliate,
      event,
      name: 'Meta',
      type: 'meta_capi',
      side: 'server',
      config: { pixel_id: '1234567890', access_token: '••••9x', test_event_code: null },
      approved_code: null,
      status: 'active',
      url_template: null,
      method: 'POST',
      fire_on: ['pending', 'approved'],
      dedup_mode: 'ignore_by_event_id',
      last_fired_at: null,
      last_status: null,
      failures_24h: 0,
      silent_reason: null,
      updated_at: fixture.clock.now().toISOString(),
    });
    const own = `${path}${created.id}/`;
    const list = () => fixture.call(owner, 'GET', `${path}?affiliate=${affiliate}`);
    expect((await list()).json()).toEqual([created]);
    const change = { name: 'Paused', status: 'paused', fire_on: ['reversed', 'approved'] };
    const changed = await fixture.call(owner, 'PUT', own, change);
    expect(changed.json()).toEqual({ ...created, ...change, fire_on: ['approved', 'reversed'] });

    const removed = await fixture.call(owner, 'DELETE', own);
    expect([removed.statusCode, removed.body]).toEqual([
      200,
      'The pixel was removed. It can be restored for 30 days.',
    ]);
    expect((await list()).json()).toEqual([]);
    for (const [method, at] of [
      ['GET', own],
      ['PUT', own],
      ['GET', `${own}executions/`],
    ] as const) {
      const answer = await fixture.call(owner, method, at, method === 'PUT' ? {} : undefined);
      expect(answer.statusCode).toBe(404);
    }
    const restored = await fixture.call(owner, 'POST', `${own}restore/`);
    expect(restored.json()).toEqual(changed.json());
    expect((await list()).json()).toEqual([changed.json()]);
  });

  it('is created once when it is retried after a lost answer, and sends a sale once', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const at = '/created-again';
    const create = (name: string, key: string) =>
      fixture.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Token ${owner.token}`, 'idempotency-key': key },
        payload: {
          affiliate,
          event,
          name,
          type: 'postback',
          config: { headers: { 'X-Key': token } },
          url_template: `${fixture.partner.origin}${at}?id={event_id}`,
        },
      });
    const [key, another] = [crypto.randomUUID(), crypto.randomUUID()];
    fixture.loseNextAnswer();
    expect((await create('Partner', key)).statusCode).toBe(500);
    const [second, third] = [await create('Partner', key), await create('Partner', key)];
    expect([second.statusCode, third.statusCode, third.body]).toEqual([201, 201, second.body]);
    const list = await fixture.call(owner, 'GET', `${path}?affiliate=${affiliate}`);
    expect(list.json()).toEqual([second.json()]);
    await fixture.happen(purchase(projectId, { affid: '1001', event_id: 'once' }));
    expect(fixture.partner.heardAt(at)).toHaveLength(1);
    expect((await create('Partner two', key)).statusCode).toBe(422);
    expect((await create('Partner', another)).json().id).not.toBe(second.json().id);
  });

  it('is listed with those of the other affiliates of its project, as far as the reader may see them', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const other = await createAffiliate(fixture.pool, { projectId, affId: '1002', name: 'Ben' });
    const own = await fixture.create(owner, { ...meta, affiliate, event });
    const otherUser = await fixture.create(owner, { ...meta, affiliate: other, event });
    const listed = async (person: SignedInUser) =>
      (await fixture.call(person, 'GET', `${path}?project=${projectId}`)).json();
    expect(await listed(owner)).toEqual([own, otherUser]);
    const partner = await createMember(fixture.pool, projectId, 'affiliate', [affiliate]);
    expect(await listed(partner)).toEqual([own]);
    for (const query of ['', '?project=x', `?project=${projectId}&affiliate=${affiliate}`]) {
      expect((await fixture.call(owner, 'GET', path + query)).statusCode).toBe(400);
    }
  });

  it('is not overwritten over a change of another person', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const { id, updated_at } = await fixture.create(owner, { ...meta, affiliate, event });
    fixture.clock.advance(1_000);
    const change = (body: object) => fixture.call(owner, 'PUT', `${path}${id}/`, body);
    const first = await change({ name: 'First', updated_at });
    expect([first.statusCode, first.json().name]).toEqual([200, 'First']);
    const late = await change({ name: 'Late', updated_at });
    expect([late.statusCode, late.json()]).toEqual([
      409,
      { detail: 'Someone else changed this pixel meanwhile.' },
    ]);
    expect((await change({ status: 'paused' })).json()).toMatchObject({ name: 'First' });
  });

  it('is refused for an event that is no conversion, unless it is code', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const { rows } = await fixture.pool.query<{ id: number }>(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1::int, 'Leads', 'lead', false, 'mp_lead_' || $1::int) returning id`,
      [projectId],
    );
    const lead = rows[0]?.id ?? 0;
    const refusal = {
      event: ['Only the event that counts as the conversion is reported to partners.'],
    };
    for (const body of [meta, postback, { ...postback, type: 'image' }]) {
      const answer = await fixture.call(owner, 'POST', path, {
        affiliate,
        event: lead,
        name: 'Pixel',
        ...body,
      });
      expect([answer.statusCode, answer.json()]).toEqual([400, refusal]);
    }
    const code = { type: 'html', config: { code: '<b>Thanks</b>' } };
    expect(await fixture.create(owner, { ...code, affiliate, event: lead })).toMatchObject({
      event: lead,
    });
    const created = await fixture.create(owner, { ...meta, affiliate, event });
    const own = `${path}${created.id}/`;
    const moved = await fixture.call(owner, 'PUT', own, { event: lead });
    expect([moved.statusCode, moved.json()]).toEqual([400, refusal]);
    // It was created before such events were refused.
    await fixture.pool.query('update event_pixels set event_id = $2 where id = $1', [
      created.id,
      lead,
    ]);
    const stored = await fixture.call(owner, 'PUT', own, { event: lead, status: 'paused' });
    expect(stored.json()).toMatchObject({ event: lead, status: 'paused' });
    expect((await fixture.call(owner, 'DELETE', own)).statusCode).toBe(200);
    expect((await fixture.call(owner, 'POST', `${own}restore/`)).statusCode).toBe(200);
    expect((await fixture.call(owner, 'PUT', own, { event })).json()).toMatchObject({ event });
  });

  it('is paused, also when it was restored after its event was removed', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const now = fixture.clock.now();
    const lead = await createMasterPixel(
      fixture.pool,
      { projectId, name: 'Lead', eventName: 'lead', domains: [], consentMode: 'assumed' },
      now,
    );
    const code = { type: 'html', config: { code: '<b>Thanks</b>' } };
    const created = await fixture.create(owner, { ...code, affiliate, event: lead });
    const other = await fixture.create(owner, { ...code, affiliate, event });
    const own = `${path}${created.id}/`;
    await fixture.call(owner, 'DELETE', own);
    expect(await removeMasterPixel(fixture.pool, { id: lead, projectId }, now)).toBeNull();
    expect((await fixture.call(owner, 'POST', `${own}restore/`)).json()).toEqual(created);
    const paused = await fixture.call(owner, 'PUT', own, { status: 'paused', event: lead });
    expect(paused.json()).toEqual({ ...created, status: 'paused' });
    const moved = await fixture.call(owner, 'PUT', `${path}${other.id}/`, { event: lead });
    expect([moved.statusCode, moved.json()]).toEqual([
      400,
      { event: ['This project has no such event.'] },
    ]);
    expect((await fixture.call(owner, 'PUT', own, { event })).json()).toMatchObject({ event });
  });

  it('shows that it does not fire once another event counts as the conversion', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const told = await fixture.create(owner, { ...meta, affiliate, event });
    const code = { type: 'html', config: { code: '<b>Thanks</b>' } };
    const ran = await fixture.create(owner, { ...code, affiliate, event });
    const reasons = async () => {
      const answer = await fixture.call(owner, 'GET', `${path}?affiliate=${affiliate}`);
      const listed: Pixel[] = answer.json();
      return listed.map(({ id, silent_reason }) => [id, silent_reason]);
    };
    expect(await reasons()).toEqual([
      [told.id, null],
      [ran.id, null],
    ]);
    await fixture.pool.query(`update master_pixels set is_primary = false where project_id = $1`, [
      projectId,
    ]);
    await fixture.pool.query(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1::int, 'Leads', 'lead', true, 'mp_leads_' || $1::int)`,
      [projectId],
    );
    const reason = 'Does not fire: purchase does not count as the conversion.';
    expect(await reasons()).toEqual([
      [told.id, reason],
      [ran.id, null],
    ]);
    const read = await fixture.call(owner, 'GET', `${path}${told.id}/`);
    expect(read.json()).toMatchObject({ silent_reason: reason });
  });

  it('is deleted after 30 days', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const { id } = await fixture.create(owner, { ...meta, affiliate, event });
    await fixture.call(owner, 'DELETE', `${path}${id}/`);
    await fixture.pool.query(
      `update event_pixels set removed_at = removed_at - interval '30 days' where id = $1`,
      [id],
    );
    expect((await fixture.call(owner, 'POST', `${path}${id}/restore/`)).statusCode).toBe(404);
    const other = await fixture.create(owner, { ...meta, affiliate, event });
    await fixture.call(owner, 'DELETE', `${path}${other.id}/`);
    const left = await fixture.pool.query('select from event_pixels where id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });

  it.each([
    ['config.pixel_id', { ...meta, config: { ...meta.config, pixel_id: '12' } }],
    ['config.access_token', { ...meta, config: { pixel_id: '1234567890' } }],
    ['config.access_token', { ...meta, config: { ...meta.config, access_token: '••••' } }],
    ['config.colour', { ...meta, config: { ...meta.config, colour: 'red' } }],
    ['colour', { ...meta, colour: 'red' }],
    ['config.pixel_code', { type: 'tiktok_events', config: { ...tiktok, pixel_code: 'abc' } }],
    ['config.conversion_id', { type: 'google_ads', config: { ...google, conversion_id: '1' } }],
    ['config.customer_id', { type: 'google_ads', config: { ...google, customer_id: '1-2' } }],
    ['config.measurement_id', { type: 'ga4', config: { ...ga4, measurement_id: 'UA-1' } }],
    ['config.api_secret', { type: 'ga4', config: { measurement_id: 'G-ABC123' } }],
    ['config.code', { type: 'html', config: {} }],
    ['config.code', { type: 'html', config: { code: 'x'.repeat(20_001) } }],
    ['config.headers.Host', { ...postback, config: { headers: { Host: 'a' } } }],
    ['config.headers.X-A', { ...postback, config: { headers: { 'X-A': 'a\r\nb: c' } } }],
    ['url_template', { type: 'postback' }],
    ['url_template', { ...meta, url_template: 'https://a.test/' }],
    ['url_template', { ...postback, url_template: 'https://a.test/?e={email}' }],
    ['url_template', { ...postback, url_template: 'http://inside.test/?id={event_id}' }],
    ['url_template', { ...postback, url_template: 'http://169.254.169.254/' }],
    ['side', { ...meta, side: 'browser' }],
    ['side', { type: 'html', config: { code: 'x' }, side: 'server' }],
    ['method', { ...meta, method: 'GET' }],
    ['method', { type: 'image', url_template: 'https://192.0.32.7/', method: 'POST' }],
    ['dedup_mode', { ...meta, dedup_mode: 'increment_payout' }],
    ['fire_on', { ...meta, fire_on: [] }],
    ['type', { type: 'fax' }],
    ['name', { ...meta, name: 'x'.repeat(61) }],
    ['event', { ...meta, event: 999_999_999 }],
  ])('is refused by the name of %s', async (field, body) => {
    const { affiliate, event, owner } = await fixture.company();
    const answer = await fixture.call(owner, 'POST', path, {
      affiliate,
      event,
      name: 'Pixel',
      ...body,
    });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('accepts no event of another project', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const other = await fixture.company();
    const { id } = await fixture.create(owner, { ...meta, affiliate, event });
    const answer = await fixture.call(owner, 'PUT', `${path}${id}/`, { event: other.event });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { event: ['This project has no such event.'] },
    ]);
  });

  it('is paused also where its host has moved inside the network', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const { id, url_template } = await fixture.create(owner, { ...postback, affiliate, event });
    const inside = 'http://inside.test/?id={event_id}';
    await fixture.pool.query('update event_pixels set url_template = $2 where id = $1', [
      id,
      inside,
    ]);
    const put = (body: object) => fixture.call(owner, 'PUT', `${path}${id}/`, body);
    const paused = await put({ status: 'paused', url_template: inside });
    expect(paused.json()).toMatchObject({ status: 'paused', url_template: inside });
    expect((await put({ url_template })).statusCode).toBe(200);
    expect((await put({ url_template: inside })).statusCode).toBe(400);
  });

  it('is checked against its type when it changes, and keeps it', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const { id } = await fixture.create(owner, { ...meta, affiliate, event });
    for (const [field, body] of [
      ['config.pixel_id', { config: { ...meta.config, pixel_id: '1' } }],
      ['method', { method: 'GET' }],
      ['type', { type: 'postback' }],
      ['affiliate', { affiliate }],
    ] as const) {
      const answer = await fixture.call(owner, 'PUT', `${path}${id}/`, body);
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    }
  });

  it('with code is written by owners and managers only', async () => {
    const { affiliate, event, projectId } = await fixture.company();
    const code = { affiliate, event, name: 'Code', type: 'html', config: { code: '<p>Hi</p>' } };
    for (const [role, status] of [
      ['manager', 201],
      ['buyer', 403],
      ['affiliate', 403],
      ['viewer', 403],
    ] as const) {
      const person = await createMember(fixture.pool, projectId, role, [affiliate]);
      expect([role, (await fixture.call(person, 'POST', path, code)).statusCode]).toEqual([
        role,
        status,
      ]);
    }
  });
});

describe('a secret', () => {
  it('stays when its mask is sent back, and changes when another is sent', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const { id, config } = await fixture.create(owner, { ...meta, affiliate, event });
    const used = async (number: number) => {
      fixture.partner.answersAt('/v21.0/1234567890/events', replyWith(200));
      const sale = { affid: '1001', event_id: `s${number}`, user_id: 'u', event_time: at(60_000) };
      await fixture.happen(purchase(projectId, sale));
      const calls = fixture.partner.heardAt('/v21.0/1234567890/events');
      return JSON.parse(calls.at(-1)?.body ?? '{}').access_token;
    };
    expect(await used(1)).toBe(token);
    await fixture.call(owner, 'PUT', `${path}${id}/`, { config });
    expect(await used(2)).toBe(token);
    const changed = await fixture.call(owner, 'PUT', `${path}${id}/`, {
      config: { ...config, access_token: 'another-secret-7q' },
    });
    expect(changed.json().config.access_token).toBe('••••7q');
    expect(await used(3)).toBe('another-secret-7q');
    const mistaken = await fixture.call(owner, 'PUT', `${path}${id}/`, {
      config: { ...config, access_token: '••••9x' },
    });
    expect([mistaken.statusCode, Object.keys(mistaken.json())]).toEqual([
      400,
      ['config.access_token'],
    ]);
  });

  it('is in no response and no table, also where a partner repeats it', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const header = 'Bearer partner-secret/+k3';
    const pixel = await fixture.create(owner, {
      affiliate,
      event,
      type: 'postback',
      method: 'POST',
      url_template: `${fixture.partner.origin}/echo?id={event_id}`,
      config: { headers: { 'X-Key': header } },
    });
    const measured = await fixture.create(owner, {
      affiliate,
      event,
      type: 'ga4',
      config: { ...ga4, api_secret: 'ga-secret/&=x4' },
    });
    const output = 'Bad key partner-secret/+k3, bad ga-secret/&=x4';
    const echoes = replyWith(400, output);
    fixture.partner.answersAt('/echo', echoes);
    fixture.partner.answersAt('/mp/collect', echoes);
    await fixture.happen(purchase(projectId, { affid: '1001', event_id: 'echo' }));
    const [calls] = fixture.partner.heardAt('/echo');
    expect(calls?.headers['x-key']).toBe(header);
    const [told] = fixture.partner.heardAt('/mp/collect');
    expect(told?.url.searchParams.get('api_secret')).toBe('ga-secret/&=x4');

    const logs = [await fixture.log(owner, pixel), await fixture.log(owner, measured)];
    expect(logs.map(([only]) => only?.response_excerpt)).toEqual([
      'Bad key ••••k3, bad ga-secret/&=x4',
      'Bad key partner-secret/+k3, bad ••••x4',
    ]);
    const { rows } = await fixture.pool.query<{ dump: string }>(
      `select (select json_agg(p)::text from event_pixels p where id = any($1)) ||
         (select json_agg(request)::text from pixel_deliveries where pixel_id = any($1)) as dump`,
      [[pixel.id, measured.id]],
    );
    const list = await fixture.call(owner, 'GET', `${path}?affiliate=${affiliate}`);
    for (const text of [rows[0]?.dump ?? '', list.body, JSON.stringify(logs[1]?.[0]?.request)]) {
      expect(text).not.toContain('partner-secret');
      expect(text).not.toContain('ga-secret');
    }
    expect(pixelSchema.array().parse(list.json())[0]?.config).toEqual({
      headers: { 'X-Key': '••••k3' },
    });
  });

  it('of another encryption key is missing until it is entered again, and hides no other pixel', async () => {
    const { affiliate, event, owner } = await fixture.company();
    const other = await fixture.create(owner, { ...postback, affiliate, event });
    const { id } = await fixture.create(owner, { ...meta, affiliate, event });
    const own = `${path}${id}/`;
    const sealed = createVault('another key').seal(
      { pixel: id, origin: 'meta_capi' },
      { access_token: token },
    );
    await fixture.pool.query('update event_pixels set secrets = $2 where id = $1', [id, sealed]);

    const list = await fixture.call(owner, 'GET', `${path}?affiliate=${affiliate}`);
    const reason =
      'Does not fire: its secrets were encrypted with another key than this installation has. Enter them again.';
    const config = { pixel_id: '1234567890', test_event_code: null };
    expect([list.statusCode, list.json()]).toEqual([
      200,
      [other, expect.objectContaining({ id, config, silent_reason: reason })],
    ]);

    const paused = await fixture.call(owner, 'PUT', own, { status: 'paused' });
    expect(paused.json()).toMatchObject({ status: 'paused', config, silent_reason: reason });
    const { rows } = await fixture.pool.query('select secrets from event_pixels where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ secrets: sealed }]);

    for (const incomplete of [config, { ...config, access_token: '••••9x' }]) {
      const answer = await fixture.call(owner, 'PUT', own, { config: incomplete });
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([
        400,
        ['config.access_token'],
      ]);
    }
    const full = { ...config, access_token: 'another-secret-7q' };
    const mended = await fixture.call(owner, 'PUT', own, { status: 'active', config: full });
    expect(mended.json()).toMatchObject({
      status: 'active',
      silent_reason: null,
      config: { ...config, access_token: '••••7q' },
    });
  });

  it('can be decrypted with its own key on its own row only', () => {
    const vault = createVault('a');
    const target = { pixel: 1, origin: 'https://partner.test' };
    const sealed = vault.seal(target, { access_token: token });
    expect(vault.open(target, sealed)).toEqual({ access_token: token });
    expect(() => vault.open({ ...target, pixel: 2 }, sealed)).toThrow();
    expect(() => vault.open({ ...target, origin: 'https://partner.test:8443' }, sealed)).toThrow();
    expect(() => createVault('b').open(target, sealed)).toThrow();
    expect(vault.seal(target, { access_token: token })).not.toEqual(sealed);
  });
});

describe('the log', () => {
  it('is read in pages, latest first', async () => {
    const { affiliate, event, owner, projectId } = await fixture.company();
    const { id } = await fixture.create(owner, {
      affiliate,
      event,
      type: 'image',
      url_template: `${fixture.partner.origin}/image.gif`,
    });
    await fixture.happen(
      Array.from({ length: 5 }, (_, index) =>
        purchase(projectId, { affid: '1001', event_id: `page-${index}` }),
      ),
    );
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const query: string = cursor ? `?limit=2&cursor=${cursor}` : '?limit=2';
      const answer = await fixture.call(owner, 'GET', `${path}${id}/executions/${query}`);
      seen.push(...answer.json().map((one: { event_id: string }) => one.event_id));
      cursor = answer.headers['x-next-cursor'];
    } while (cursor);
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4].map((index) => `page-${index}`));
    const narrowed = async (outcome: string) =>
      (await fixture.call(owner, 'GET', `${path}${id}/executions/?outcome=${outcome}`)).json()
        .length;
    expect([await narrowed('ok'), await narrowed('http_error')]).toEqual([5, 0]);
    for (const query of ['cursor=x', 'limit=0', 'limit=201', 'outcome=fine']) {
      const answer = await fixture.call(owner, 'GET', `${path}${id}/executions/?${query}`);
      expect(answer.statusCode).toBe(400);
    }
  });
});
