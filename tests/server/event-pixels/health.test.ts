import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PixelHealth, pixelHealthSchema } from '#contract/event-pixels/health.ts';
import { pixelTestAnswerSchema } from '#contract/event-pixels/test-delivery.ts';
import { claimDue } from '#server/event-pixels/deliveries.ts';
import { poissonTail } from '#server/event-pixels/health.ts';
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

let count = 0;

async function company(body: object = {}) {
  const created = await fixture.company();
  count += 1;
  const path = `/health-${count}`;
  const pixel = await fixture.create(created.owner, {
    affiliate: created.affiliate,
    event: created.event,
    type: 'postback',
    ...('type' in body ? {} : { url_template: `${fixture.partner.origin}${path}?id={order_id}` }),
    ...body,
  });
  const sales = (many: number, prefix = 'o') =>
    Array.from({ length: many }, (_, index) =>
      purchase(created.projectId, {
        affid: '1001',
        order_id: `${prefix}${index}`,
        event_id: `${prefix}${index}`,
        event_time: at(60_000 + index),
      }),
    );
  return { ...created, path, pixel, sales };
}

async function healthOf(person: SignedInUser, id: number): Promise<PixelHealth> {
  const answer = await fixture.call(person, 'GET', `/api/v1/pixels/${id}/health/`);
  expect(answer.statusCode, answer.body).toBe(200);
  return pixelHealthSchema.parse(answer.json());
}

const tryOut = (person: SignedInUser, id: number, body: object = {}) =>
  fixture.call(person, 'POST', `/api/v1/pixels/${id}/test/`, body);

const meta = {
  type: 'meta_capi',
  config: { pixel_id: '1234567890', access_token: 'EAAB-secret-9x' },
};

describe('the test of a pixel', () => {
  it('calls the partner with an invented conversion, and is not counted', async () => {
    const { owner, pixel, path } = await company();
    const answer = await tryOut(owner, pixel.id);
    const execution = pixelTestAnswerSchema.parse(answer.json());
    expect(execution).toMatchObject({
      outcome: 'ok',
      state: 'done',
      attempts: 1,
      is_test: true,
      http_status: 200,
      response_excerpt: 'OK',
    });
    expect(fixture.partner.heardAt(path).map(({ url }) => url.searchParams.get('id'))).toEqual([
      expect.stringMatching(/^test-[0-9a-f]{12}$/),
    ]);
    expect(await fixture.log(owner, pixel)).toEqual([execution]);
    expect(await fixture.read(owner, pixel)).toEqual(pixel);
    expect(await healthOf(owner, pixel.id)).toMatchObject({ eligible: 0, last_ok_at: null });
  });

  it('shows the failure, once', async () => {
    const { owner, pixel, path } = await company({ status: 'draft' });
    fixture.partner.answersAt(path, replyWith(500, 'Broken'));
    const execution = pixelTestAnswerSchema.parse((await tryOut(owner, pixel.id)).json());
    expect(execution).toMatchObject({
      outcome: 'http_error',
      state: 'given_up',
      http_status: 500,
      next_at: null,
      response_excerpt: 'Broken',
    });
    fixture.clock.advance(3_600_000);
    await fixture.flush();
    expect(fixture.partner.heardAt(path)).toHaveLength(1);
    expect(await fixture.read(owner, pixel)).toMatchObject({
      failures_24h: 0,
      last_fired_at: null,
    });
  });

  it('is marked as a test for a platform, or refused', async () => {
    const { owner, pixel } = await company(meta);
    const refused = await tryOut(owner, pixel.id);
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['test_event_code']]);
    const path = '/v21.0/1234567890/events';
    const before = fixture.partner.heardAt(path).length;
    const answer = await tryOut(owner, pixel.id, { test_event_code: 'TEST7' });
    expect(answer.json()).toMatchObject({ outcome: 'ok', is_test: true });
    expect(answer.body).not.toContain('EAAB-secret-9x');
    const [calls] = fixture.partner.heardAt(path).slice(before);
    expect(JSON.parse(calls?.body ?? '')).toMatchObject({ test_event_code: 'TEST7' });
    expect((await fixture.read(owner, pixel)).config).toMatchObject({ test_event_code: null });
  });

  it('is checked and not kept by Google', async () => {
    const ga4 = await company({
      type: 'ga4',
      config: { measurement_id: 'G-ABC123', api_secret: 'secret' },
    });
    expect((await tryOut(ga4.owner, ga4.pixel.id)).json()).toMatchObject({ outcome: 'ok' });
    expect(fixture.partner.heardAt('/debug/mp/collect')).toHaveLength(1);
    expect(fixture.partner.heardAt('/mp/collect')).toHaveLength(0);
    const ads = await company({
      type: 'google_ads',
      config: {
        conversion_id: 'AW-123456',
        customer_id: '1234567890',
        conversion_action_id: '7',
        developer_token: 'developer',
        access_token: 'access',
      },
    });
    await tryOut(ads.owner, ads.pixel.id);
    const [calls] = fixture.partner.heardAt('/v26/customers/1234567890:uploadClickConversions');
    expect(JSON.parse(calls?.body ?? '')).toMatchObject({ validateOnly: true });
  });

  it('is for those who may change the pixel, and not for code', async () => {
    const { projectId, affiliate, owner, pixel, event } = await company();
    const viewer = await createMember(fixture.pool, projectId, 'viewer');
    expect((await tryOut(viewer, pixel.id)).statusCode).toBe(403);
    const code = await fixture.create(owner, {
      affiliate,
      event,
      type: 'html',
      config: { code: '<b>Thanks</b>' },
    });
    expect((await tryOut(owner, code.id)).statusCode).toBe(400);
  });
});

describe('the health of a pixel', () => {
  it('is grey while there are too few calls, then green', async () => {
    const { owner, pixel, sales } = await company();
    await fixture.happen(sales(19));
    expect(await healthOf(owner, pixel.id)).toMatchObject({
      level: 'grey',
      reason: 'Fewer than 20 conversions: too few to judge.',
      eligible: 19,
    });
    await fixture.happen(sales(1, 'p'));
    expect(await healthOf(owner, pixel.id)).toMatchObject({
      level: 'green',
      reason: '100 % of its calls succeed.',
      eligible: 20,
      ok: 20,
      failed: 0,
      waiting: 0,
      fire_rate: 1,
      success: 1,
      match_score: null,
      match_keys: [],
      outcomes: [{ outcome: 'ok', count: 20 }],
      p95_latency_ms: expect.any(Number),
      last_ok_at: '2026-11-20T12:00:00.000Z',
    });
  });

  it.each([
    [2, 'amber', '90 % of its calls succeed; 95 % should.'],
    [5, 'red', 'Only 75 % of its calls succeed.'],
  ])('is with %i failures in 20: %s', async (failures, level, reason) => {
    const { owner, pixel, sales, path } = await company();
    fixture.partner.answersAt(path, ...Array(failures).fill(replyWith(400, 'No')));
    await fixture.happen(sales(20));
    expect(await healthOf(owner, pixel.id)).toMatchObject({
      level,
      reason,
      failed: failures,
      ok: 20 - failures,
    });
  });

  it('is red when it is almost silent', async () => {
    const { owner, pixel, sales } = await company();
    await fixture.happen(sales(40));
    await fixture.pool.query(
      `update event_pixels set created_at = created_at - interval '3 days' where id = $1`,
      [pixel.id],
    );
    await fixture.pool.query(
      `update pixel_deliveries set created_at = created_at - interval '36 hours' where pixel_id = $1`,
      [pixel.id],
    );
    expect(await healthOf(owner, pixel.id)).toMatchObject({
      level: 'red',
      reason: 'Almost no conversions: 0 where 20 are usual.',
    });
    expect(poissonTail(2, 14)).toBeCloseTo(9.396e-5, 8);
    expect(poissonTail(0, 8)).toBeCloseTo(3.355e-4, 7);
  });

  it('is green when it sends 1,000 conversions every day, today too', async () => {
    const { owner, pixel } = await company();
    await fixture.pool.query(
      `update event_pixels set created_at = $2::timestamptz - interval '8 days' where id = $1`,
      [pixel.id, fixture.clock.now()],
    );
    await fixture.pool.query(
      `insert into pixel_deliveries (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, state,
         next_at, outcome, latency_ms, tried_at, created_at, finished_at)
       select $1, id, 'approved', id, id, 'h', 0, 'done', at, 'ok', 50, at, at, at
       from generate_series(0, 7) as day, generate_series(1, 1000) as number,
         lateral (select day || '-' || number as id, $2::timestamptz - day * interval '1 day' - interval '1 hour' as at)`,
      [pixel.id, fixture.clock.now()],
    );
    expect(await healthOf(owner, pixel.id)).toMatchObject({
      level: 'green',
      reason: '100 % of its calls succeed.',
      eligible: 1_000,
    });
  });

  it.each([700, 746, 5_000, 100_000])(
    'separates silence from chance where %i are usual',
    (usual) => {
      expect(poissonTail(usual, usual)).toBeCloseTo(0.5, 1);
      const deviation = Math.sqrt(usual);
      expect(poissonTail(Math.floor(usual - 2 * deviation), usual)).toBeGreaterThan(0.01);
      expect(poissonTail(Math.floor(usual - 4 * deviation), usual)).toBeLessThan(0.001);
      expect(poissonTail(0, usual)).toBeLessThan(1e-300);
      expect(poissonTail(2 * usual, usual)).toBeCloseTo(1, 6);
    },
  );

  it('estimates the match quality of a platform', async () => {
    const { owner, pixel, sales } = await company(meta);
    const known = sales(1).map((sale) => ({
      ...sale,
      platform_click_ids: { fbclid: 'f1' },
      user_agent: 'Mozilla/5.0',
      user_id: 'person',
    }));
    await fixture.happen(known);
    const { match_score, match_keys } = await healthOf(owner, pixel.id);
    expect(match_score).toBe(40);
    expect(match_keys.filter(({ share }) => share > 0).map(({ key }) => key)).toEqual([
      'click_id',
      'external_id',
      'browser',
    ]);
  });
});

describe('a pixel whose calls fail', () => {
  it('is stopped, keeps its calls, and continues when it is activated', async () => {
    const { owner, pixel, sales, path } = await company();
    fixture.partner.answersAt(path, ...Array(12).fill(replyWith(400, 'No')));
    await fixture.happen(sales(49));
    expect((await fixture.read(owner, pixel)).status).toBe('active');
    fixture.partner.answersAt(path, replyWith(400, 'No'));
    await fixture.happen(sales(1, 'p'));
    expect((await fixture.read(owner, pixel)).status).toBe('error');
    expect(await healthOf(owner, pixel.id)).toMatchObject({ level: 'red' });

    await fixture.happen(sales(1, 'q'));
    expect(fixture.partner.heardAt(path)).toHaveLength(50);
    fixture.clock.advance(1_000);
    await fixture.call(owner, 'PUT', `/api/v1/pixels/${pixel.id}/`, { status: 'active' });
    fixture.partner.answersAt(path, replyWith(400, 'No'));
    await fixture.flush();
    expect(fixture.partner.heardAt(path)).toHaveLength(51);
    expect((await fixture.read(owner, pixel)).status).toBe('active');
  });

  it('stays active when it calls a platform', async () => {
    const { owner, pixel, sales } = await company(meta);
    const known = sales(50).map((sale) => ({ ...sale, user_id: 'person' }));
    fixture.partner.answersAt('/v21.0/1234567890/events', ...Array(50).fill(replyWith(400, 'No')));
    await fixture.happen(known);
    expect((await fixture.read(owner, pixel)).status).toBe('active');
    expect(await healthOf(owner, pixel.id)).toMatchObject({ level: 'red', failed: 50 });
  });
});

describe('the pace of a pixel', () => {
  it('limits the calls of a second by all processes, and of the next', async () => {
    const { pixel } = await company();
    await fixture.pool.query(
      `insert into pixel_deliveries (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, state,
         attempts, next_at, outcome, tries, created_at, facts)
       select $1, id, 'approved', id, id, 'h', 0, 'waiting', 0, $2, 'pending', '[]', $2, '{}'
       from (select 'paced-' || number as id from generate_series(1, 9) as number) as named`,
      [pixel.id, new Date(NOON)],
    );
    const claims = async (second: string) => {
      const turn = { now: new Date(NOON), busy: [], full: 4, each: 2, most: 2, second };
      const claimed = await Promise.all([1, 2, 3].map(() => claimDue(fixture.pool, turn)));
      return claimed.flat().filter(({ pixel_id }) => pixel_id === pixel.id).length;
    };
    expect(await claims('7')).toBe(4);
    expect(await claims('7')).toBe(0);
    expect(await claims('8')).toBe(4);
    await fixture.pool.query('delete from pixel_deliveries where pixel_id = $1', [pixel.id]);
  });
});

describe('failed calls', () => {
  const since = new Date(NOON - 3_600_000).toISOString();

  it('are sent again with the same ids, on request', async () => {
    const { owner, pixel, sales, path, projectId } = await company();
    fixture.partner.answersAt(path, replyWith(400, 'No'), replyWith(404, 'Gone'));
    await fixture.happen(sales(3));
    const before = await fixture.log(owner, pixel);
    const request = (person: SignedInUser, outcome: string) =>
      fixture.call(person, 'POST', `/api/v1/pixels/${pixel.id}/replay/`, { outcome, since });
    expect((await request(owner, 'timeout')).json()).toEqual({ replayed: 0, skipped: 0 });
    expect((await request(owner, 'http_error')).json()).toEqual({ replayed: 2, skipped: 0 });
    await fixture.flush();
    const keys = fixture.partner.heardAt(path).map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(3);
    const after = await fixture.log(owner, pixel);
    expect(after.map(({ event_id }) => event_id)).toEqual(before.map(({ event_id }) => event_id));
    expect(after.every(({ outcome }) => outcome === 'ok')).toBe(true);
    expect((await request(owner, 'http_error')).json()).toEqual({ replayed: 0, skipped: 0 });
    const viewer = await createMember(fixture.pool, projectId, 'viewer');
    expect((await request(viewer, 'http_error')).statusCode).toBe(403);
  });

  it('are found behind any number of expired ones, 500 at once', async () => {
    const { owner, pixel, sales } = await company();
    const request = async () => {
      const body = { outcome: 'http_error', since };
      return (await fixture.call(owner, 'POST', `/api/v1/pixels/${pixel.id}/replay/`, body)).json();
    };
    await fixture.pool.query(
      `insert into pixel_deliveries (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, state,
         next_at, outcome, created_at, finished_at)
       select $1, id, 'approved', id, id, 'h', 0, 'given_up', $2, 'http_error', $2, $2
       from generate_series(1, 501) as number, lateral (select 'gone-' || number as id) as named`,
      [pixel.id, fixture.clock.now()],
    );
    expect(await request()).toEqual({ replayed: 0, skipped: 501 });
    // A stopped pixel keeps its calls.
    await fixture.pool.query(`update event_pixels set status = 'error' where id = $1`, [pixel.id]);
    await fixture.happen(sales(501));
    await fixture.pool.query(
      `update pixel_deliveries set state = 'given_up', outcome = 'http_error' where pixel_id = $1`,
      [pixel.id],
    );
    expect(await request()).toEqual({ replayed: 500, skipped: 501 });
    expect(await request()).toEqual({ replayed: 1, skipped: 501 });
    expect(await request()).toEqual({ replayed: 0, skipped: 501 });
  });

  it('are skipped once they are too old', async () => {
    const { owner, pixel, sales, path } = await company();
    fixture.partner.answersAt(path, replyWith(400, 'No'));
    await fixture.happen(sales(1));
    fixture.clock.advance(8 * 24 * 3_600_000);
    await fixture.pool.query(
      `update sessions set last_used_at = $2, expires_at = $2::timestamptz + interval '1 day' where user_id = $1`,
      [owner.id, fixture.clock.now()],
    );
    const answer = await fixture.call(owner, 'POST', `/api/v1/pixels/${pixel.id}/replay/`, {
      outcome: 'http_error',
      since,
    });
    expect(answer.json()).toEqual({ replayed: 0, skipped: 1 });
  });
});
