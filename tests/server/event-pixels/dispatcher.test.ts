import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedStores } from '#tests/support/stores.ts';
import { at, event, NOON, purchase } from '../pipeline/inbox-events.ts';
import { type PixelFixture, startPixelFixture } from './fixture.ts';
import { dropsConnection, neverReplies, replyWith } from './partner.ts';

const stores = sharedStores();
let fixture: PixelFixture;
beforeAll(async () => {
  fixture = await startPixelFixture(stores());
});
afterAll(() => fixture?.stop());
beforeEach(() => fixture.clock.advance(NOON - fixture.clock.now().getTime()));

let count = 0;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A company with a postback to the partner, and a purchase of its affiliate. */
async function listening(body: object = {}, query = 'order={order_id}&value={value}') {
  const company = await fixture.company();
  count += 1;
  const path = `/postback-${count}`;
  const pixel = await fixture.create(company.owner, {
    affiliate: company.affiliate,
    event: company.event,
    type: 'postback',
    url_template: `${fixture.partner.origin}${path}?${query}`,
    ...body,
  });
  const sale = (fields: Parameters<typeof purchase>[1] = {}) =>
    purchase(company.projectId, {
      affid: '1001',
      order_id: `o${count}`,
      event_id: `e${count}`,
      value: '86.5',
      event_time: at(5 * MINUTE),
      ...fields,
    });
  return {
    ...company,
    path,
    pixel,
    sale,
    calls: () => fixture.partner.heardAt(path),
    log: () => fixture.log(company.owner, pixel),
  };
}

describe('a conversion', () => {
  it('is sent to the partner of its affiliate, once', async () => {
    const { calls, log, sale, owner, pixel, projectId } = await listening();
    await fixture.happen(sale(), sale({ event_uid: 'again' }));
    expect(calls().map(({ method, url }) => [method, url.search])).toEqual([
      ['GET', `?order=o${count}&value=86.50`],
    ]);
    expect(await log()).toMatchObject([
      { outcome: 'ok', state: 'done', attempts: 1, http_status: 200, response_excerpt: 'OK' },
    ]);
    expect(await fixture.read(owner, pixel)).toMatchObject({
      last_fired_at: '2026-11-20T12:00:00.000Z',
      last_status: 200,
      failures_24h: 0,
    });
    await fixture.happen(event(projectId, { affid: '1001' }));
    expect(calls()).toHaveLength(1);
  });

  it('is sent although an earlier version stored a character that no queue takes', async () => {
    const { calls, projectId, sale } = await listening({}, 'sub={affsub}&utm={gclid}');
    const click = {
      affid: '1001',
      affsub: 'x\0y',
      click_id: 'ck-1',
      platform_click_ids: { gclid: 'g\0id' },
    };
    await fixture.happen([event(projectId, click), sale({ click_id: 'ck-1' })]);
    expect(calls().map(({ url }) => url.search)).toEqual(['?sub=xy&utm=gid']);
  });

  it('is told with amounts of one currency', async () => {
    await stores().pool.query(
      `insert into exchange_rates (base, currency, valid_from, rate) values ('USD', 'JPY', '2026-11-01', 0.0066)
       on conflict do nothing`,
    );
    const { calls, sale } = await listening(
      {},
      'is={value},{payout},{currency}&sent={sent_value},{sent_currency}',
    );
    await fixture.happen(sale({ value: '10000', payout: '1000', currency: 'JPY' }));
    const [told] = calls().map(({ url }) => url.searchParams);
    expect([told?.get('is'), told?.get('sent')]).toEqual(['66.00,6.60,USD', '10000.00,JPY']);
  });

  it('is recorded as sent for good, and request and response for 30 days', async () => {
    const { log, sale } = await listening();
    await fixture.happen(sale());
    const [sent] = await log();
    expect(sent).toMatchObject({ request: { method: 'GET' }, response_excerpt: 'OK' });
    const later = async (time: number) => {
      fixture.clock.advance(time);
      await fixture.restart();
      await fixture.flush();
      fixture.clock.advance(NOON - fixture.clock.now().getTime());
      return log();
    };
    expect(await later(30 * DAY)).toEqual([sent]);
    expect(await later(30 * DAY + 1)).toEqual([{ ...sent, request: null, response_excerpt: '' }]);
  });

  it('is sent with the browser’s id and time and the server’s value', async () => {
    const { calls, sale } = await listening({}, 'id={event_id}&at={event_time}&value={value}');
    await fixture.happen([
      sale({ value: '90', event_time: at(5 * MINUTE) }),
      sale({ value: '86', event_time: at(4 * MINUTE), side: 'browser' }),
    ]);
    const told = `id=e${count}&at=${Date.parse(at(4 * MINUTE)) / 1_000}&value=90.00`;
    expect(calls().map(({ url }) => url.search)).toEqual([`?${told}`]);
  });

  it('with different ids on its sides is sent with the browser’s', async () => {
    const { calls, sale } = await listening({}, 'id={event_id}&order={order_id}');
    const click_id = `ck-${count}`;
    await fixture.happen([
      sale({ event_id: 's1', click_id }),
      sale({ event_id: 'b1', order_id: '', click_id, side: 'browser' }),
    ]);
    expect(calls().map(({ url }) => url.search)).toEqual([`?id=b1&order=o${count}`]);
  });

  it.each([
    ['of another affiliate', { affid: '1002' }],
    ['that is a test', { is_test: 1 as const }],
    ['of a bot', { is_bot: 1 as const }],
    ['that was rejected', { status: 'rejected' }],
    ['from before the pixel', { event_time: at(-2 * MINUTE) }],
    ['that is a refund', { event_name: 'refund' }],
  ])('%s is not', async (_, fields) => {
    const { calls, log, sale } = await listening();
    await fixture.happen(sale(fields));
    expect([calls(), await log()]).toEqual([[], []]);
  });

  it('is not sent while its pixel is paused or removed', async () => {
    const { calls, owner, pixel, sale } = await listening({ status: 'paused' });
    const { calls: never, owner: other, pixel: removed, sale: sold } = await listening();
    await fixture.call(other, 'DELETE', `/api/v1/pixels/${removed.id}/`);
    await fixture.happen(sale(), sold());
    await fixture.call(owner, 'PUT', `/api/v1/pixels/${pixel.id}/`, { status: 'active' });
    await fixture.flush();
    expect([calls(), never()]).toEqual([[], []]);
  });

  it('is sent once although the other side comes later and changes its id', async () => {
    const { calls, log, sale } = await listening({ dedup_mode: 'new' });
    await fixture.happen(sale({ side: 'browser', event_time: at(2 * MINUTE) }));
    const [before] = await log();
    await fixture.happen(sale({ event_time: at(3 * MINUTE), value: '90' }));
    const [after, ...more] = await log();
    expect([calls().length, more.length]).toEqual([1, 0]);
    expect(after?.conversion).not.toBe(before?.conversion);
  });

  it.each(['new', 'edit', 'ignore', 'ignore_by_event_id', 'increment_payout'])(
    'is sent once although the other sides of several come later at once (%s)',
    async (dedup_mode) => {
      const { calls, log, sale } = await listening({ dedup_mode });
      const orders = ['a', 'b', 'c'].map((letter) => `o${count}-${letter}`);
      const seenBy = (fields: Parameters<typeof sale>[0]) =>
        orders.map((order) => sale({ order_id: order, event_id: `e-${order}`, ...fields }));
      await fixture.happen(seenBy({ side: 'browser', event_time: at(2 * MINUTE) }));
      await fixture.happen(seenBy({ event_time: at(3 * MINUTE), value: '90' }));
      expect(calls().map(({ url }) => url.searchParams.get('order'))).toEqual(
        expect.arrayContaining(orders),
      );
      expect(calls()).toHaveLength(orders.length);
      expect((await log()).map(({ outcome }) => outcome)).toEqual(orders.map(() => 'ok'));
    },
  );
});

describe('a partner', () => {
  it.each([
    ['answers 500', replyWith(500, 'Broken'), { outcome: 'http_error', http_status: 500 }],
    ['asks for patience', replyWith(429, 'Slow down'), { outcome: 'http_error', http_status: 429 }],
    ['does not answer', neverReplies, { outcome: 'timeout', http_status: null }, 2_000],
    ['hangs up', dropsConnection, { outcome: 'unreachable', http_status: null }],
  ])(
    'that %s is called again until it accepts, with the same key',
    async (_, fault, shown, timeoutMs?: number) => {
      await fixture.restart(timeoutMs === undefined ? {} : { timeoutMs });
      const { calls, log, owner, path, pixel, sale } = await listening();
      fixture.partner.answersAt(path, fault, fault);
      await fixture.happen(sale());
      expect(await log()).toMatchObject([
        { ...shown, state: 'waiting', attempts: 1, next_at: '2026-11-20T12:00:30.000Z' },
      ]);
      expect((await fixture.read(owner, pixel)).failures_24h).toBe(1);
      for (const seconds of [30, 60]) {
        fixture.clock.advance(seconds * 1_000);
        await fixture.flush();
      }
      expect(calls()).toHaveLength(3);
      expect(new Set(calls().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      const [last] = await log();
      expect(last).toMatchObject({ outcome: 'ok', state: 'done', attempts: 3, next_at: null });
      expect(last?.tries.map(({ outcome }) => outcome)).toEqual([
        shown.outcome,
        shown.outcome,
        'ok',
      ]);
      expect((await fixture.read(owner, pixel)).failures_24h).toBe(0);
    },
  );

  it('that never recovers is given up after eight attempts', async () => {
    const { calls, log, path, sale } = await listening();
    fixture.partner.answersAt(path, ...Array.from({ length: 20 }, () => replyWith(503, 'Closed')));
    await fixture.happen(sale());
    for (let attempt = 1; attempt < 10; attempt += 1) {
      fixture.clock.advance(1_920_000);
      await fixture.flush();
    }
    expect(calls()).toHaveLength(8);
    expect(await log()).toMatchObject([
      { state: 'given_up', outcome: 'http_error', http_status: 503, response_excerpt: 'Closed' },
    ]);
  });

  it('that refuses for good is not called again', async () => {
    const { calls, log, path, sale } = await listening();
    fixture.partner.answersAt(path, replyWith(400, `No.\r\n${'x'.repeat(400)}`));
    await fixture.happen(sale());
    fixture.clock.advance(3_600_000);
    await fixture.flush();
    expect(calls()).toHaveLength(1);
    const [only] = await log();
    expect(only).toMatchObject({ state: 'given_up', outcome: 'http_error', http_status: 400 });
    expect(only?.response_excerpt).toBe(`No. ${'x'.repeat(296)}`);
  });

  it('that answers Retry-After is not called until then', async () => {
    const { log, path, sale } = await listening();
    fixture.partner.answersAt(path, replyWith(429, '', { 'retry-after': '600' }));
    await fixture.happen(sale());
    const until = new Date(fixture.clock.now().getTime() + 600_000).toISOString();
    expect((await log())[0]?.next_at).toBe(until);
  });

  it.each([
    ['an internal address', 'http://10.0.0.7/admin'],
    ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data'],
    ['a name that lies inside', 'http://metadata.test/'],
    ['a name that lies inside and outside', 'http://both.test/'],
    ['this machine', 'http://[::ffff:127.0.0.1]/'],
    ['a file', 'file:///etc/passwd'],
  ])('that redirects to %s is refused for good', async (_, location) => {
    const { calls, log, path, sale } = await listening();
    fixture.partner.answersAt(path, replyWith(302, '', { location }));
    await fixture.happen(sale());
    expect(calls()).toHaveLength(1);
    expect(await log()).toMatchObject([
      { state: 'given_up', outcome: 'blocked_host', http_status: null },
    ]);
  });

  it('is followed through three redirects and no more', async () => {
    for (const [hops, outcome] of [
      [3, 'ok'],
      [4, 'blocked_host'],
    ] as const) {
      const { log, path, sale } = await listening();
      const to = replyWith(302, '', { location: `${path}?again=1` });
      fixture.partner.answersAt(path, ...Array.from({ length: hops }, () => to));
      await fixture.happen(sale());
      expect(await log()).toMatchObject([{ outcome }]);
    }
  });
});

describe('a host inside the network', () => {
  it('is not called, although it was outside when the pixel was saved', async () => {
    const { log, pixel, sale } = await listening();
    await stores().pool.query(
      `update event_pixels set url_template = 'http://inside.test/' where id = $1`,
      [pixel.id],
    );
    await fixture.happen(sale());
    expect(await log()).toMatchObject([
      {
        state: 'given_up',
        outcome: 'blocked_host',
        response_excerpt: 'inside.test lies on an internal address.',
      },
    ]);
  });
});

/** A paused pixel's calls are planned, and wait until it is active again. */
const setStatus = (pixel: number, status: string) =>
  stores().pool.query('update event_pixels set status = $2 where id = $1', [pixel, status]);

describe('a further status', () => {
  /** The browser reports pending, then the server approves, with a higher payout. */
  const grows = (sale: (fields: object) => ReturnType<typeof purchase>) => [
    sale({ status: 'pending', payout: '5', side: 'browser' }),
    sale({ status: 'approved', payout: '8' }),
  ];
  it.each([
    ['new', ['e,pending,5.00', 'e:approved,approved,8.00'], ['ok', 'ok']],
    ['edit', ['e,pending,5.00', 'e,approved,8.00'], ['ok', 'ok']],
    ['ignore', ['e,pending,5.00'], ['deduped', 'ok']],
    ['ignore_by_event_id', ['e,pending,5.00'], ['deduped', 'ok']],
    ['increment_payout', ['e,pending,5.00', 'e,approved,3.00'], ['ok', 'ok']],
  ])('under %s', async (dedup_mode, told, outcomes) => {
    const query = 'is={event_id},{status},{payout}';
    const { calls, log, sale } = await listening({ dedup_mode }, query);
    await fixture.happen(...grows(sale));
    expect(calls().map(({ url }) => url.searchParams.get('is')?.replace(/^e\d+/, 'e'))).toEqual(
      told,
    );
    expect((await log()).map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it.each([
    ['new', 'e,pending,5.00', 'e:approved,approved,8.00'],
    ['edit', 'e,pending,5.00', 'e,approved,8.00'],
    ['increment_payout', 'e,pending,5.00', 'e,approved,3.00'],
  ])('waits for the one before it under %s', async (dedup_mode, ...told) => {
    const query = 'is={event_id},{status},{payout}';
    const { calls, log, path, pixel, sale } = await listening({ dedup_mode }, query);
    const saidInOrder = () =>
      calls().map(({ url }) => url.searchParams.get('is')?.replace(/^e\d+/, 'e'));
    const [before, after] = told;
    fixture.partner.answersAt(path, replyWith(503, 'Closed'));
    await setStatus(pixel.id, 'error');
    await fixture.happen(...grows(sale));
    await setStatus(pixel.id, 'active');
    await fixture.flush();
    expect(saidInOrder()).toEqual([before]);
    fixture.clock.advance(30_000);
    await fixture.flush();
    expect(saidInOrder()).toEqual([before, before, after]);
    expect((await log()).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
  });

  it('is sent in full once the one before it is given up', async () => {
    const { calls, path, pixel, sale } = await listening(
      { dedup_mode: 'increment_payout' },
      'is={status},{payout}',
    );
    fixture.partner.answersAt(path, replyWith(400, 'No.'));
    await setStatus(pixel.id, 'error');
    await fixture.happen(...grows(sale));
    await setStatus(pixel.id, 'active');
    await fixture.flush();
    expect(calls().map(({ url }) => url.searchParams.get('is'))).toEqual([
      'pending,5.00',
      'approved,8.00',
    ]);
  });
});

describe('a stopping dispatcher', () => {
  it('leaves calls that were sent but not recorded to the next one, with the same key', async () => {
    const { calls, log, sale } = await listening();
    await fixture.restart({
      onSent: () => {
        throw new Error('The process ends here.');
      },
    });
    await fixture.happen(sale());
    expect(await log()).toMatchObject([{ state: 'waiting', outcome: 'pending', attempts: 1 }]);
    await fixture.restart();
    await fixture.flush();
    expect(calls()).toHaveLength(1);
    fixture.clock.advance(60_000);
    await fixture.flush();
    expect(await log()).toMatchObject([{ state: 'done', outcome: 'ok', attempts: 2 }]);
    const keys = calls().map(({ headers }) => headers['idempotency-key']);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('leaves later calls to the next one', async () => {
    const { calls, sale } = await listening();
    await fixture.pause();
    await fixture.arrive(sale());
    expect(calls()).toHaveLength(0);
    await fixture.restart();
    await fixture.flush();
    expect(calls()).toHaveLength(1);
  });
});

describe('a mover that fails after it announced changes', () => {
  it('announces them again, and the partner is called once', async () => {
    const { calls, log, sale } = await listening({ dedup_mode: 'new' });
    fixture.failAfterNews();
    await fixture.happen(sale());
    expect([calls().length, (await log()).length]).toEqual([1, 1]);
  });
});
