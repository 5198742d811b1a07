import { beforeEach, describe, expect, it } from 'vitest';
import { type OrderTest, orderTestAnswerSchema } from '#contract/order-test/schemas.ts';
import {
  eventsOf,
  minuteBeforeNoon,
  noon,
  openShop,
  post,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';
import { createMember } from '../projects/users.ts';

const fixture = publicFixture();
beforeEach(() => fixture().setNow(noon));

async function affiliateOf({ projectId }: Shop, affid = 'ana'): Promise<number> {
  const { rows } = await fixture().pool.query<{ id: number }>(
    'insert into affiliates (project_id, aff_id, name) values ($1, $2, $2) returning id',
    [projectId, affid],
  );
  return rows[0]?.id ?? 0;
}

const request = (token: string, affiliate: number, event: number) =>
  fixture().app.inject({
    method: 'POST',
    url: '/api/v1/pixel-test/',
    headers: { authorization: `Token ${token}` },
    payload: { affiliate, event },
  });

async function tested(shop: Shop, affiliate: number): Promise<OrderTest> {
  const answer = await request(shop.token, affiliate, shop.pixelId);
  expect(answer.statusCode, answer.body).toBe(200);
  return orderTestAnswerSchema.parse(answer.json());
}

/** Every figure of a project's day. */
async function allFigures({ projectId, token }: Shop, affiliate: number) {
  await fixture().mover.flush();
  const selection = `affiliate_id=all&project_id=${projectId}&timezone=UTC`;
  const day = 'start_date=2026-11-20&end_date=2026-11-20';
  const reports = [
    'rc-data',
    'rc-chart-data',
    'cc-data',
    'clicks',
    'bq-data',
    'country-breakdown',
    'states-breakdown',
    'weekday-hours',
    'revenue-date-range',
    'revenue-last-year',
    'rc-payment-data',
    'conversions',
    'conversions/summary',
    'conversions/ledger',
  ].map((name) => `/api/v1/${name}/?${selection}&${day}`);
  const lists = [
    `/api/v1/rc-table-data/?${selection}&${day}&group_by=affid`,
    `/api/v1/projects/${projectId}/`,
    `/api/v1/offer-ids/?project_id=${projectId}`,
    `/api/v1/pixel-executed/?affid=ana&project_id=${projectId}`,
    `/api/v1/pixels/?affiliate=${affiliate}`,
  ];
  const found: Record<string, unknown> = {};
  for (const url of [...reports, ...lists]) {
    const answer = await fixture().app.inject({
      url,
      headers: { authorization: `Token ${token}` },
    });
    expect(answer.statusCode, url).toBe(200);
    const body = answer.json();
    found[url.split('?')[0] ?? ''] = body.data ?? body;
  }
  return found;
}

describe('a test order', () => {
  it('passes every hop and arrives as one order', async () => {
    const shop = await openShop(fixture());
    const { hops, order_id: order } = await tested(shop, await affiliateOf(shop));
    expect(hops.map(({ hop, ok }) => [hop, ok])).toEqual([
      ['click', true],
      ['landing', true],
      ['browser', true],
      ['server', true],
      ['visible', true],
    ]);
    expect(hops.map(({ message }) => message)).toEqual([
      'The tracking link counted the click and leads to shop.test.',
      'The page reported its page view.',
      'The order was reported by the browser.',
      'The order was reported by the server.',
      'Both sides arrived as one order, marked as a test and not counted.',
    ]);
    const events = await eventsOf(fixture(), shop.projectId);
    expect(
      events.map(({ event_name, side, is_test, is_bot }) => [event_name, side, is_test, is_bot]),
    ).toEqual([
      ['click', 'browser', 1, 0],
      ['page_view', 'browser', 1, 0],
      ['purchase', expect.any(String), 1, 0],
      ['purchase', expect.any(String), 1, 0],
    ]);
    const clicks = new Set(events.map(({ click_id }) => click_id));
    expect([...clicks]).toEqual([expect.stringMatching(/^ck_/)]);
    expect(events.filter(({ order_id }) => order_id === order)).toHaveLength(2);
  });

  it('changes no figure', async () => {
    const shop = await openShop(fixture());
    const affiliate = await affiliateOf(shop);
    const sale = {
      event_name: 'purchase',
      value: 86,
      currency: 'USD',
      event_time: minuteBeforeNoon,
    };
    const events = [
      { event_name: 'click', affid: 'ana', click_id: 'k', event_time: '2026-11-20T11:50:00Z' },
      { ...sale, event_id: 'e1', affid: 'ana', click_id: 'k' },
    ];
    expect((await post(fixture(), { key: shop.key, events })).statusCode).toBe(204);
    const before = await allFigures(shop, affiliate);
    expect(JSON.stringify(before)).toContain('86');
    await tested(shop, affiliate);
    expect(await allFigures(shop, affiliate)).toEqual(before);
    const { rows } = await fixture().pool.query(
      'select from import_keys where project_id = $1 union all select from pixel_rejections where project_id = $1',
      [shop.projectId],
    );
    expect(rows).toEqual([]);
  });

  it('names the failed hop, and continues with the others', async () => {
    const shop = await openShop(fixture(), { domains: ['other.test'] });
    const { hops } = await tested(shop, await affiliateOf(shop));
    const refused =
      'This site may not use the pixel. Allow shop.test in the settings of the master pixel.';
    expect(hops.map(({ hop, ok, message }) => [hop, ok, message])).toEqual([
      ['click', true, 'The tracking link counted the click and leads to shop.test.'],
      ['landing', false, refused],
      ['browser', false, refused],
      ['server', true, 'The order was reported by the server.'],
      ['visible', true, 'The server’s side arrived, marked as a test and not counted.'],
    ]);
  });

  it('reports a link without a target and a paused pixel', async () => {
    const shop = await openShop(fixture(), { status: 'paused' });
    await fixture().pool.query(`update projects set url = '' where id = $1`, [shop.projectId]);
    const { hops } = await tested(shop, await affiliateOf(shop));
    expect(hops.slice(0, 3).map(({ ok, message }) => [ok, message])).toEqual([
      [
        false,
        'The tracking link leads nowhere: enter the address of the project in the company settings.',
      ],
      [false, 'This pixel is paused.'],
      [false, 'This pixel is paused.'],
    ]);
  });

  it('reports what event pixels would send, and sends nothing', async () => {
    const shop = await openShop(fixture());
    const affiliate = await affiliateOf(shop);
    const create = (name: string, also: object = {}) =>
      fixture().app.inject({
        method: 'POST',
        url: '/api/v1/pixels/',
        headers: { authorization: `Token ${shop.token}` },
        payload: {
          affiliate,
          event: shop.pixelId,
          name,
          type: 'postback',
          url_template: 'https://192.0.32.7/{event_id}',
          ...also,
        },
      });
    await create('one');
    await create('two', { status: 'paused' });
    await create('three', { fire_on: ['reversed'] });
    const { pixels } = await tested(shop, affiliate);
    expect(pixels.map(({ name, would_fire, message }) => [name, would_fire, message])).toEqual([
      ['one', true, 'It would be sent to 192.0.32.7.'],
      ['two', false, 'It is paused.'],
      ['three', false, 'It waits for orders that are reversed.'],
    ]);
    const { rows } = await fixture().pool.query(
      `select from pixel_deliveries d join event_pixels p on p.id = d.pixel_id where p.affiliate_id = $1`,
      [affiliate],
    );
    expect(rows).toEqual([]);
  });

  it('reports that partners get no event that is no conversion', async () => {
    const shop = await openShop(fixture());
    const affiliate = await affiliateOf(shop);
    const { rows } = await fixture().pool.query<{ id: number }>(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1::int, 'Leads', 'lead', false, 'mp_lead_' || $1::int) returning id`,
      [shop.projectId],
    );
    const event = rows[0]?.id ?? 0;
    await fixture().pool.query(
      `insert into event_pixels (id, affiliate_id, event_id, name, type, side, status, config, url_template, method,
         fire_on, dedup_mode, created_at, updated_at)
       select nextval('event_pixels_id_seq'), $1::int, $2::int, type, type, side, 'active', config::jsonb, url, 'GET',
         '{approved}'::text[], 'ignore', $3::timestamptz, $3::timestamptz
       from (values
         ('postback', 'server', '{}', 'https://192.0.32.7/{event_id}'),
         ('html', 'browser', '{"code": "<b>Thanks</b>"}', null)
       ) as given(type, side, config, url)`,
      [affiliate, event, noon],
    );
    const answer = await request(shop.token, affiliate, event);
    const { pixels } = orderTestAnswerSchema.parse(answer.json());
    expect(pixels.map(({ name, would_fire, message }) => [name, would_fire, message])).toEqual([
      ['postback', false, 'Only the event that counts as the conversion is reported to partners.'],
      ['html', true, 'It would run in the page of the order.'],
    ]);
  });

  it('is for members who may set up pixels, and their own affiliates', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const affiliate = await affiliateOf(shop);
    const viewer = await createMember(fixture().pool, shop.projectId, 'viewer');
    const partner = await createMember(fixture().pool, shop.projectId, 'affiliate', [affiliate]);
    const sibling = await affiliateOf(shop, 'ben');
    const status = async (...requests: Parameters<typeof request>) =>
      (await request(...requests)).statusCode;
    expect(await status(viewer.token, affiliate, shop.pixelId)).toBe(403);
    expect(await status(partner.token, sibling, shop.pixelId)).toBe(403);
    expect(await status(partner.token, affiliate, shop.pixelId)).toBe(200);
    expect(await status(other.token, affiliate, shop.pixelId)).toBe(403);
    expect(await status(shop.token, affiliate, other.pixelId)).toBe(400);
  });
});
