import { describe, expect, it } from 'vitest';
import { openSession } from '#server/accounts/sessions.ts';
import {
  addAffiliate,
  browser,
  noon,
  openShop,
  post,
  publicFixture,
  type Shop,
} from './fixture.ts';

const fixture = publicFixture();

const purchase = {
  event_name: 'purchase',
  event_id: 'o-1',
  order_id: 'o-1',
  value: 86.5,
  currency: 'USD',
  affid: '1001',
};
const code =
  '<script>const told = { value: "{value}" };</script><img src="https://pixel.partner.test/hit?o={order_id}&v={value}&s={affsub}">';

async function withCode(shop: Shop, changes: object = {}): Promise<number> {
  await addAffiliate(fixture(), shop.projectId, '1001');
  const { rows } = await fixture().pool.query<{ id: number }>(
    `select id from affiliates where project_id = $1 and aff_id = '1001'`,
    [shop.projectId],
  );
  const answer = await fixture().app.inject({
    method: 'POST',
    url: '/api/v1/pixels/',
    headers: { authorization: `Token ${shop.token}`, 'content-type': 'application/json' },
    payload: {
      affiliate: rows[0]?.id,
      event: shop.pixelId,
      name: 'Code',
      type: 'html',
      config: { code },
      ...changes,
    },
  });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

const report = (key: string, event: object, more: object = {}) =>
  post(fixture(), { key, events: [event], ...more });
const open = (path: string) =>
  fixture().app.inject({ url: path, headers: { 'user-agent': browser } });

describe('the code of an event pixel', () => {
  it('runs once an owner saved it, and until then the version an owner saved before', async () => {
    const shop = await openShop(fixture());
    const { pool } = fixture();
    const { rows: users } = await pool.query<{ id: number }>(
      `insert into users (email, password_hash) values ($1, '') returning id`,
      [`manager-${shop.projectId}@shop.test`],
    );
    const userId = users[0]?.id ?? 0;
    await pool.query(
      `insert into memberships (user_id, project_id, role) values ($1, $2, 'manager')`,
      [userId, shop.projectId],
    );
    const token = await openSession(pool, userId, { now: noon, userAgent: 'test' });
    const id = await withCode({ ...shop, token }, { config: { code: '<p>one</p>' } });
    const save = async (author: string, body: object) => {
      const answer = await fixture().app.inject({
        method: 'PUT',
        url: `/api/v1/pixels/${id}/`,
        headers: { authorization: `Token ${author}`, 'content-type': 'application/json' },
        payload: body,
      });
      return answer.json().approved_code;
    };
    let visits = 0;
    const runs = async () => {
      visits += 1;
      const reported = await report(shop.key, { ...purchase, event_id: `v-${visits}` });
      const [path] = reported.body ? reported.json().frames : [];
      if (path === undefined) return 404;
      const frame = await open(path);
      return frame.statusCode === 200 ? /<p>.*<\/p>/.exec(frame.body)?.[0] : frame.statusCode;
    };

    expect((await report(shop.key, { ...purchase, event_id: 'early' })).body).toBe('');
    expect(await runs()).toBe(404);
    expect(await save(shop.token, { name: 'Another name' })).toBeNull();
    expect(await save(shop.token, { config: { code: '<p>one</p>' } })).toBe('<p>one</p>');
    await expect.poll(runs).toBe('<p>one</p>');
    expect(await save(token, { config: { code: '<p>two</p>' } })).toBe('<p>one</p>');
    expect(await save(token, { status: 'active' })).toBe('<p>one</p>');
    expect(await runs()).toBe('<p>one</p>');
    expect(await save(shop.token, { config: { code: '<p>two</p>' } })).toBe('<p>two</p>');
    expect(await runs()).toBe('<p>two</p>');
  });

  it('is in a sandboxed frame for the purchase of its affiliate, once per event', async () => {
    const shop = await openShop(fixture());
    const id = await withCode(shop);
    const answer = await report(shop.key, { ...purchase, affsub: `x"</script>'` });
    expect(answer.statusCode).toBe(200);
    const [path = ''] = answer.json().frames;
    expect(path).toMatch(new RegExp(`^/t/f/${id}\\?k=${shop.key}&`));

    const frame = await open(path);
    expect(frame.statusCode).toBe(200);
    expect(frame.headers['x-frame-options']).toBeUndefined();
    expect(frame.headers['content-type']).toMatch('text/html');
    const policy = `${frame.headers['content-security-policy']}`;
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none';/);
    expect(policy).toMatch('img-src data: pixel.partner.test;');
    expect(policy).not.toMatch(/allow-same-origin|https:/);
    expect(frame.body).toMatch('{ value: "86.5" }');
    expect(frame.body).toMatch('hit?o=o-1&v=86.5&s=x%22%3C%2Fscript%3E%27"');

    expect((await open(path)).statusCode).toBe(204);
    const log = await fixture().app.inject({
      url: `/api/v1/pixels/${id}/executions/`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(log.json()).toMatchObject([{ event_id: 'o-1', outcome: 'ok', state: 'done' }]);
  });

  it('is not served without consent, for a test, another event or another affiliate', async () => {
    const shop = await openShop(fixture());
    await withCode(shop);
    const answers = await Promise.all([
      report(shop.key, { ...purchase, event_id: 'd' }, { consent: 'denied' }),
      report(shop.key, { ...purchase, event_id: 't', test: true }),
      report(shop.key, { ...purchase, event_id: 'v', event_name: 'page_view' }),
      report(shop.key, { ...purchase, event_id: 'a', affid: '1002' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
  });

  it('is not served for a paused pixel, or with the key of another company', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const paused = await withCode(shop, { status: 'paused' });
    const running = await withCode(other);
    const [input = ''] = (await report(other.key, purchase)).json().frames;
    const requests = [
      input.replace(`/t/f/${running}`, `/t/f/${paused}`).replace(other.key, shop.key),
      input.replace(other.key, shop.key),
      input,
    ];
    const answers = await Promise.all(requests.map(open));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 200]);
  });

  it('is not served for an unreported event, or a status it does not fire on', async () => {
    const shop = await openShop(fixture());
    const id = await withCode(shop);
    const [input = ''] = (await report(shop.key, purchase)).json().frames;
    const invented = [
      `/t/f/${id}?k=${shop.key}&event_id=never`,
      input.replace('event_id=o-1', 'event_id=o-2'),
      input.replace('value=86.5', 'value=999'),
      input.replace(/until=\d+/, 'until=9999999999999'),
    ];
    const answers = await Promise.all(invented.map(open));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    fixture().setNow(new Date(noon.getTime() + 25 * 3_600_000));
    expect((await open(input)).statusCode).toBe(404);
    fixture().setNow(noon);
    expect((await open(input)).statusCode).toBe(200);
    const { rows } = await fixture().pool.query(
      'select event_id from pixel_deliveries where pixel_id = $1',
      [id],
    );
    expect(rows).toEqual([{ event_id: 'o-1' }]);

    const other = await openShop(fixture());
    await withCode(other, { fire_on: ['reversed'] });
    expect((await report(other.key, purchase)).statusCode).toBe(204);
  });
});
