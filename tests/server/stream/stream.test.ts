import { beforeEach, describe, expect, it } from 'vitest';
import { closeSession } from '#server/accounts/sessions.ts';
import { removeMember } from '#server/projects/repository.ts';
import {
  addAffiliate,
  minuteBeforeNoon,
  noon,
  openShop,
  post,
  type Shop,
} from '../collect/public/fixture.ts';
import { createMember } from '../projects/users.ts';
import { listen, streamFixture } from './fixture.ts';

const fixture = streamFixture();
beforeEach(() => fixture().setNow(noon));

const purchase = {
  event_name: 'purchase',
  value: 86,
  currency: 'USD',
  event_time: minuteBeforeNoon,
};

async function report(shop: Shop, events: object[]): Promise<void> {
  const answer = await post(fixture(), { key: shop.key, events });
  expect(answer.statusCode, answer.body).toBe(204);
  await fixture().mover.flush();
}

async function reportAsServer({ serverKey }: Shop, events: object[], query = ''): Promise<void> {
  const answer = await fixture().app.inject({
    method: 'POST',
    url: `/api/v1/collect/server/${query}`,
    headers: { authorization: `Token ${serverKey}` },
    payload: { events },
  });
  expect(answer.json().rejected).toEqual([]);
  await fixture().mover.flush();
}

const watch = ({ token, projectId }: Shop, query = '', headers = {}) =>
  listen(fixture().streaming, token, `project_id=${projectId}${query}`, headers);

async function affiliateId(projectId: number, affid: string): Promise<number> {
  await addAffiliate(fixture(), projectId, affid);
  const { rows } = await fixture().pool.query<{ id: number }>(
    'select id from affiliates where project_id = $1 and aff_id = $2',
    [projectId, affid],
  );
  return rows[0]?.id ?? 0;
}

describe('the live stream', () => {
  it('sends an event as it arrives, with all known fields', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect((await stream.next())?.message).toEqual({ kind: 'open', at: noon.toISOString() });
    await report(shop, [
      {
        ...purchase,
        event_id: 'e1',
        order_id: 'o1',
        affid: '1001',
        campaign_id: 'c1',
        ad_id: 'a1',
        url: 'https://shop.test/thanks?email=ann@shop.test',
        test: true,
      },
    ]);
    const { id, message } = await stream.until('event');
    expect(message).toEqual({
      kind: 'event',
      id,
      uid: expect.stringMatching(/^[0-9a-f]{32}$/),
      project_id: shop.projectId,
      side: 'browser',
      event_name: 'purchase',
      event_time: minuteBeforeNoon,
      received_at: noon.toISOString(),
      affid: '1001',
      affsub: null,
      event_id: 'e1',
      order_id: 'o1',
      value: 86,
      currency: 'USD',
      campaign_id: 'c1',
      adset_id: null,
      ad_id: 'a1',
      country: null,
      device: 'mobile',
      status: 'approved',
      is_test: true,
      is_bot: false,
      master_pixel: shop.pixelId,
      url: 'https://shop.test/thanks',
      network: '203.0.113.0',
      conversion: null,
      twin: null,
    });
    stream.leave();
  });

  it('shows the fields in which the two sides differ', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await reportAsServer(shop, [{ ...purchase, event_id: 'e1', order_id: 'o1' }]);
    const first = await stream.until('event');
    expect(first.message).toMatchObject({ side: 'server', master_pixel: null, twin: null });
    expect(first.message.conversion?.id).toMatch(/^c_/);
    await report(shop, [{ ...purchase, event_id: 'e1', value: 80, campaign_id: 'c1' }]);
    const { message } = await stream.until('event');
    expect(message.conversion).toEqual(first.message.conversion);
    expect(message.twin).toEqual({
      side: 'server',
      event_time: minuteBeforeNoon,
      differences: [
        { field: 'order_id', server: 'o1', browser: null },
        { field: 'value', server: '86', browser: '80' },
      ],
    });
    stream.leave();
  });

  it('finds no difference where the server names the order and no event', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await reportAsServer(shop, [{ ...purchase, order_id: 'o1' }]);
    await stream.until('event');
    await report(shop, [{ ...purchase, event_id: 'o1', order_id: 'o1' }]);
    const { message } = await stream.until('event');
    expect(message.twin).toEqual({ side: 'server', event_time: minuteBeforeNoon, differences: [] });
    stream.leave();
  });

  it('resumes where it broke off, also in another process, without gaps or repeats', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await report(shop, [{ ...purchase, event_id: 'e1' }]);
    const { id } = await stream.until('event');
    stream.leave();
    await report(shop, [
      { ...purchase, event_id: 'e2' },
      { ...purchase, event_id: 'e3' },
    ]);
    await report(shop, [{ ...purchase, event_id: 'e4' }]);

    const other = await fixture().open();
    const again = await listen(other, shop.token, `project_id=${shop.projectId}`, {
      'last-event-id': id ?? '',
    });
    const received = [];
    while (received.length < 3) received.push((await again.until('event')).message.event_id);
    expect(received).toEqual(['e2', 'e3', 'e4']);
    await report(shop, [{ ...purchase, event_id: 'e5' }]);
    expect((await again.until('event')).message.event_id).toBe('e5');
    again.leave();
    await other.close();
  });

  it('reports a reconnect that is too late', async () => {
    const shop = await openShop(fixture());
    await report(shop, [{ ...purchase, event_id: 'e1' }]);
    const first = await watch(shop);
    const { id } = await first.until('event');
    first.leave();
    fixture().clock.advance(11 * 60_000);
    const late = await watch(shop, `&since=${id}&follow=0`);
    expect((await late.until('gap')).message).toEqual({ kind: 'gap', why: 'too_old' });
    expect((await late.until('end')).message.reason).toBe('read');
  });

  it('skips imported history, and sends the new events among it', async () => {
    const shop = await openShop(fixture());
    const longAgo = new Date(noon.getTime() - 61 * 60_000).toISOString();
    await reportAsServer(
      shop,
      [
        { ...purchase, event_id: 'e1', event_time: longAgo },
        { ...purchase, event_id: 'e2' },
        { event_name: 'lead', event_id: 'e3' },
      ],
      '?backfill=1',
    );
    await reportAsServer(shop, [{ ...purchase, event_id: 'e4', event_time: longAgo }]);
    const stream = await watch(shop, '&follow=0');
    const received = [];
    for (let one = await stream.next(); one; one = await stream.next()) {
      if (one.message.kind === 'event') received.push(one.message.event_id);
    }
    expect(received).toEqual(['e2', 'e3', 'e4']);
  });

  it('samples each kind under load, and reports skipped events', async () => {
    const shop = await openShop(fixture());
    const views = Array(60).fill({ event_name: 'page_view', affid: '1001' });
    await report(shop, [{ ...purchase, event_id: 'e1', affid: '1001' }, ...views]);
    const stream = await watch(shop, '&since=0.0.1795176000000&follow=0');
    const names = [];
    for (let one = await stream.next(); one; one = await stream.next()) {
      const { message } = one;
      names.push(message.kind === 'event' ? message.event_name : message.kind);
    }
    expect(names).toEqual(['open', 'purchase', ...Array(10).fill('page_view'), 'gap', 'end']);
  });

  it('is filtered by side, name, pixel and affiliate', async () => {
    const shop = await openShop(fixture());
    const ana = await affiliateId(shop.projectId, 'ana');
    await report(shop, [{ ...purchase, event_id: 'b', affid: 'ana' }, { event_name: 'page_view' }]);
    await reportAsServer(shop, [{ ...purchase, event_id: 's', affid: 'ben' }]);
    const received = async (query: string) => {
      const stream = await listen(fixture().streaming, shop.token, `${query}&follow=0`);
      const found = [];
      for (let one = await stream.next(); one; one = await stream.next()) {
        if (one.message.kind === 'event') found.push(one.message.event_id ?? 'view');
      }
      return found;
    };
    const project = `project_id=${shop.projectId}`;
    expect(await received(project)).toEqual(['b', 'view', 's']);
    expect(await received(`${project}&side=server`)).toEqual(['s']);
    expect(await received(`${project}&event_name=Page_View`)).toEqual(['view']);
    expect(await received(`master_pixel=${shop.pixelId}`)).toEqual(['b', 'view']);
    expect(await received(`affiliate_id=${ana}`)).toEqual(['b']);
  });

  it('sends an affiliate only its own events, without networks', async () => {
    const shop = await openShop(fixture());
    const ana = await affiliateId(shop.projectId, 'ana');
    await affiliateId(shop.projectId, 'ben');
    const person = await createMember(fixture().pool, shop.projectId, 'affiliate', [ana]);
    await report(shop, [
      { event_name: 'click', affid: 'ana', click_id: 'k1', event_time: '2026-11-20T11:50:00Z' },
      { ...purchase, event_id: 'hers', affid: 'ben', campaign_id: 'of-ben', click_id: 'k1' },
      { ...purchase, event_id: 'his', affid: 'ben' },
      { ...purchase, event_id: 'nobody' },
    ]);
    const stream = await listen(
      fixture().streaming,
      person.token,
      `project_id=${shop.projectId}&follow=0`,
    );
    const received = [];
    for (let one = await stream.next(); one; one = await stream.next()) {
      if (one.message.kind === 'event') received.push(one.message);
    }
    expect(received).toMatchObject([
      { event_name: 'click', affid: 'ana', network: null },
      { event_id: 'hers', affid: null, campaign_id: null, conversion: { affid: 'ana' } },
    ]);
    expect(received).toHaveLength(2);
  });

  it('sends the number of refused events', async () => {
    const shop = await openShop(fixture(), { domains: ['shop.test'] });
    const stream = await watch(shop);
    await stream.until('open');
    const events = [{ event_name: 'page_view' }, { event_name: 'page_view' }];
    const foreign = { origin: 'https://elsewhere.test' };
    expect((await post(fixture(), { key: shop.key, events }, foreign)).statusCode).toBe(403);
    const { message } = await stream.until('rejected');
    expect(message).toMatchObject({
      master_pixel: shop.pixelId,
      reason: 'domain_not_allowed',
      count: 2,
    });
    stream.leave();
  });

  it('sends heartbeats while nothing happens, with a moving cursor', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await stream.until('open');
    fixture().clock.advance(1_000);
    const ended = stream.until('end');
    await expect.poll(stream.beats).toBeGreaterThan(2);
    expect(stream.lastId()).toMatch(/^0\.0\.\d+$/);
    await closeSession(fixture().pool, shop.token);
    await ended;
  });

  it('ends when its session is closed', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await stream.until('open');
    await closeSession(fixture().pool, shop.token);
    expect((await stream.until('end')).message.reason).toBe('signed_out');
    expect(await stream.next()).toBeNull();
  });

  it('ends when its person is removed from the project', async () => {
    const shop = await openShop(fixture());
    const person = await createMember(fixture().pool, shop.projectId, 'viewer');
    const stream = await listen(fixture().streaming, person.token, `project_id=${shop.projectId}`);
    await stream.until('open');
    await removeMember(fixture().pool, shop.projectId, person.id);
    expect((await stream.until('end')).message.reason).toBe('no_access');
  });

  it('keeps no session alive', async () => {
    const shop = await openShop(fixture());
    const stream = await watch(shop);
    await stream.until('open');
    fixture().clock.advance(13 * 3_600_000);
    expect((await stream.until('end')).message.reason).toBe('signed_out');
  });

  it('is open five times for one person at most', async () => {
    const shop = await openShop(fixture());
    const streams = [];
    for (let count = 0; count < 5; count += 1) streams.push(await watch(shop));
    const refused = await watch(shop);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    for (const one of streams) one.leave();
    await expect.poll(async () => (await watch(shop, '&follow=0')).status).toBe(200);
  });

  it('ends at once when the server stops', async () => {
    const shop = await openShop(fixture());
    const app = await fixture().open();
    const stream = await listen(app, shop.token, `project_id=${shop.projectId}`);
    await stream.until('open');
    const closed = app.close();
    expect((await stream.until('end')).message.reason).toBe('stopping');
    expect(await stream.next()).toBeNull();
    await closed;
  });

  it.each([
    ['nothing named', () => '', 400],
    ['a foreign project', (other: Shop) => `project_id=${other.projectId}`, 403],
    ['a foreign pixel', (other: Shop) => `master_pixel=${other.pixelId}`, 403],
    ['a missing affiliate', () => 'affiliate_id=999999999', 403],
    ['a cursor that is none', (_: Shop, own: Shop) => `project_id=${own.projectId}&since=x`, 400],
  ])('is refused with %s', async (_, query, status) => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    expect((await listen(fixture().streaming, shop.token, query(other, shop))).status).toBe(status);
  });
});
