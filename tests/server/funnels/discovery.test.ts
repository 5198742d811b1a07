import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Definition, Matcher } from '#contract/funnels/definition.ts';
import { definitionFaults } from '#contract/funnels/definition-faults.ts';
import {
  detectedFunnelsSchema,
  eventCatalogSchema,
  type FunnelPreview,
  funnelPreviewAnswerSchema,
} from '#contract/funnels/discovery.ts';
import { authentication } from '#server/access/authentication.ts';
import { scopeOf } from '#server/access/scope.ts';
import { createAnalyticsReaders } from '#server/analytics/runner/analytics-reader.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { detectFunnels } from '#server/funnels/discovery/detect-funnels.ts';
import { discoveryRoutes } from '#server/funnels/discovery-routes.ts';
import { acme, rival } from '#tests/server/analytics/samples.ts';
import { createProjects, membershipOf, tokenHolder } from '#tests/server/analytics/test-app.ts';
import { appOf } from '#tests/support/app.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { type EventSample, insertEvents } from './discovery-data.ts';

let stores: Stores;
let app: FastifyInstance;
/** The same calls, whose previews read a sample of more than ten events. */
let sampling: FastifyInstance;
const now = () => new Date('2026-11-20T12:00:00.000Z');
const clicked = { ...acme, id: 33, name: 'Clicked much', affids: [] };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString();

/** Ten visitors, of whom seven see the order page, five begin to check out and four buy. */
const visits: EventSample[] = [...Array(10).keys()].flatMap((index) => {
  const visitor = `visitor-${index}`;
  const affid = index < 6 ? '1001' : '1002';
  const of = (event: string, minute: number, more: Partial<EventSample> = {}): EventSample => ({
    event,
    at: at(minute + index),
    visitor,
    affid,
    ...more,
  });
  return [
    of('page_view', 0, { url: `https://shop.test/Offer?utm_id=a%20b&n=${index}` }),
    of('page_view', 1, { url: `https://shop.test/blog/story-${index}` }),
    ...(index < 7 ? [of('page_view', 10, { url: 'https://shop.test/order' })] : []),
    ...(index < 5 ? [of('initiate_checkout', 20, { params: { plan: 'gold', seats: 2 } })] : []),
    ...(index < 4 ? [of('purchase', 30)] : []),
  ];
});

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme, rival]);
  await insertEvents(stores.warehouse.writer, [
    ...visits,
    { event: 'page_view', at: at(5), visitor: 'robot', bot: 1, url: 'https://shop.test/robot' },
    { event: 'trial', at: at(5), visitor: 'tester', test: 1 },
    { event: 'upsell', at: '2026-10-02T10:00:00Z', visitor: 'visitor-0' },
    { event: 'secret_event', at: at(5), visitor: 'other', project: rival.id, affid: '3001' },
  ]);
  const { rows } = await stores.pool.query<{ id: number }>(
    "select id from affiliates where aff_id = '1002'",
  );
  const partner = membershipOf(acme, [{ id: rows[0]?.id ?? 0, affId: '1002' }]);
  const holders = [
    tokenHolder('owner', [membershipOf(acme), membershipOf(clicked)]),
    tokenHolder('partner', [partner]),
    tokenHolder('viewer', [{ ...membershipOf(acme), role: 'viewer' }]),
  ];
  const byToken = new Map(holders.map(({ token, access }) => [token, access]));
  const serving = (limit: { mostPreviewed?: number } = {}) =>
    appOf([
      (one) => authentication(one, { readAccess: async (token) => byToken.get(token) ?? null }),
      (one) =>
        discoveryRoutes(one, {
          ...{ pool: stores.pool, reader: stores.warehouse.reader, now },
          analyticsFor: readers(),
          ...limit,
        }),
    ]);
  [app, sampling] = await Promise.all([serving(), serving({ mostPreviewed: 10 })]);
});
afterAll(async () => {
  await app?.close();
  await sampling?.close();
  await stores?.stop();
});

const readers = () =>
  createAnalyticsReaders({
    pool: stores.pool,
    reader: stores.warehouse.reader,
    isCluster: false,
    labels: createLabelCache(),
  });

const get = (path: string, token = 'owner', project = acme.id) =>
  app.inject({
    url: `/api/v1/${path}/`,
    query: { project_id: String(project) },
    headers: { authorization: `Token ${token}` },
  });

describe('the catalogue of events', () => {
  const catalogOf = async (token: string) => {
    const answer = await get('event-catalog', token);
    expect(answer.statusCode, answer.body).toBe(200);
    return eventCatalogSchema.parse(answer.json());
  };

  it('lists what was recorded, without bots, tests and older events', async () => {
    const catalog = await catalogOf('owner');
    expect(catalog.map(({ event, events }) => [event, events])).toEqual([
      ['page_view', 27],
      ['initiate_checkout', 5],
      ['purchase', 4],
    ]);
    expect(catalog[2]?.last_seen_at).toBe('2026-11-20T09:33:00.000Z');
  });

  it('lists the properties with their most frequent values', async () => {
    const [pages, checkouts] = await catalogOf('owner');
    const valuesOf = (event: typeof pages, name: string) =>
      event?.properties
        .find(({ property }) => property === name)
        ?.values.map(({ value, events }) => [value, events]);
    expect(valuesOf(pages, 'path')?.slice(0, 3)).toEqual([
      ['/Offer', 10],
      ['/order', 7],
      ['/blog/story-0', 1],
    ]);
    expect(valuesOf(pages, 'host')).toEqual([['shop.test', 27]]);
    expect(valuesOf(pages, 'query.utm_id')).toEqual([['a b', 10]]);
    expect(valuesOf(pages, 'affid')).toEqual([
      ['1001', 18],
      ['1002', 9],
    ]);
    expect(valuesOf(pages, 'device')).toBeUndefined();
    expect(valuesOf(checkouts, 'custom.plan')).toEqual([['gold', 5]]);
    expect(valuesOf(checkouts, 'custom.seats')).toEqual([['2', 5]]);
    expect(valuesOf(checkouts, 'custom.url')).toBeUndefined();
  });

  it('shows an affiliate only its own events', async () => {
    const catalog = await catalogOf('partner');
    expect(catalog.map(({ event, events }) => [event, events])).toEqual([['page_view', 9]]);
    expect(JSON.stringify(catalog)).not.toContain('1001');
  });
});

describe('suggestions', () => {
  it('follow the people who converted, generalised to pages that many share', async () => {
    const answer = await get('funnel-suggestions');
    expect(answer.statusCode, answer.body).toBe(200);
    const [first, ...others] = detectedFunnelsSchema.parse(answer.json());
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      name: 'Landing /offer to Purchase',
      people: 10,
      converted: 4,
      definition: { count_by: 'visitor', window_minutes: 60 },
    });
    expect(
      first?.definition.steps.map(({ name, kind, matcher: { any } }) => [
        name,
        kind,
        any[0]?.event,
        any[0]?.filters[0] ?? null,
      ]),
    ).toEqual([
      ['Landing /offer', 'landing', 'page_view', filter('equals', '/offer')],
      ['Page /blog/…', 'sales', 'page_view', filter('starts_with', '/blog/')],
      ['Page /order', 'checkout', 'page_view', filter('equals', '/order')],
      ['Checkout', 'checkout', 'initiate_checkout', null],
      ['Purchase', 'order', 'purchase', null],
    ]);
    expect(first && definitionFaults(first.definition)).toEqual([]);
  });

  it('are none without conversions', async () => {
    const empty = { ...acme, id: 31, name: 'Empty', affids: [] };
    await createProjects(stores.pool, [empty]);
    const { select, model } = readers()(1);
    const window = { from: new Date('2026-11-01T00:00:00Z'), to: now() };
    const recorded = { scope: scopeOf(membershipOf(empty)), window };
    expect(await detectFunnels({ select, model }, recorded, 'purchase')).toEqual([]);
  });

  it('count by click where conversions have our click id', async () => {
    const clicked = { ...acme, id: 32, name: 'Clicked', affids: [] };
    await createProjects(stores.pool, [clicked]);
    await insertEvents(
      stores.warehouse.writer,
      [1, 2, 3].flatMap((index) => [
        { project: 32, event: 'click', at: at(index), visitor: `b${index}`, click: `ck_${index}` },
        { project: 32, event: 'purchase', at: at(150), visitor: '', click: `ck_${index}` },
      ]),
    );
    const { select, model } = readers()(1);
    const window = { from: new Date('2026-11-01T00:00:00Z'), to: now() };
    const recorded = { scope: scopeOf(membershipOf(clicked)), window };
    expect(await detectFunnels({ select, model }, recorded, 'purchase')).toMatchObject([
      {
        name: 'Click to Purchase',
        people: 3,
        converted: 3,
        definition: { count_by: 'click', window_minutes: 1_440 },
      },
    ]);
  });
});

const filter = (operator: 'equals' | 'starts_with', value: string) => ({
  property: 'path',
  operator,
  value,
});

const page = (path: string): Matcher => ({
  any: [{ event: 'page_view', filters: [filter('equals', path)] }],
});
const event = (name: string): Matcher => ({ any: [{ event: name, filters: [] }] });

const draft = (...matchers: readonly (readonly [string, Matcher])[]): Definition => ({
  count_by: 'visitor',
  window_minutes: 1_440,
  steps: matchers.map(([slug, matcher]) => ({
    slug,
    name: slug,
    kind: 'custom',
    matcher,
    optional: false,
    window_minutes: null,
    page_url: null,
    expected_rate: null,
  })),
  exclusions: [],
});

describe('a preview', () => {
  const post = (body: Partial<FunnelPreview>, from = app) =>
    from.inject({
      method: 'POST',
      url: '/api/v1/funnel-preview/',
      headers: { authorization: 'Token owner' },
      payload: { project: acme.id, ...body },
    });
  const previewOf = async (body: Partial<FunnelPreview>, from = app) => {
    const answer = await post(body, from);
    expect(answer.statusCode, answer.body).toBe(200);
    return funnelPreviewAnswerSchema.parse(answer.json());
  };

  const offer = ['offer', page('/offer')] as const;
  const order = ['order', page('/order')] as const;
  const bought = ['bought', event('purchase')] as const;

  it('counts events, people and how far they came', async () => {
    const preview = await previewOf({
      definition: draft(offer, order, bought),
      against: draft(offer, ['checkout', event('initiate_checkout')]),
    });
    expect(preview).toMatchObject({
      sampled: false,
      days: 7,
      excluded: 0,
      rate: 0.4,
      rate_before: 0.5,
      warnings: [],
    });
    expect(
      preview.steps.map(({ slug, events, people, reached }) => [slug, events, people, reached]),
    ).toEqual([
      ['offer', 10, 10, 10],
      ['order', 7, 7, 7],
      ['bought', 4, 4, 4],
    ]);
    const [, { sample, last_seen_at } = { sample: [], last_seen_at: null }] = preview.steps;
    expect(sample).toHaveLength(5);
    expect(sample[0]).toMatchObject({
      event: 'page_view',
      at: '2026-11-20T09:16:00.000Z',
      page: 'https://shop.test/order',
    });
    expect(last_seen_at).toBe('2026-11-20T09:16:00.000Z');
  });

  it('warns of a step without events and still tells when the last one came', async () => {
    const { steps, warnings } = await previewOf({
      definition: draft(offer, ['never', event('no_such_event')], ['upsell', event('upsell')]),
    });
    expect(warnings).toEqual([
      { step: 'never', message: 'No event of “never” came in the last 7 days.' },
      { step: 'upsell', message: 'No event of “upsell” came in the last 7 days.' },
    ]);
    expect(steps.map(({ last_seen_at }) => last_seen_at)).toEqual([
      '2026-11-20T09:09:00.000Z',
      null,
      '2026-10-02T10:00:00.000Z',
    ]);
  });

  it('warns of neighbours that count the same events', async () => {
    const { warnings } = await previewOf({
      definition: draft(bought, ['again', event('purchase')]),
    });
    expect(warnings).toEqual([
      {
        step: 'again',
        message: '“bought” and “again” count the same events, so a person needs two of them.',
      },
    ]);
  });

  it('refuses a regular expression that cannot be read, at its field', async () => {
    const matcher: Matcher = {
      any: [
        { event: 'page_view', filters: [{ property: 'path', operator: 'regex', value: '(?=a)' }] },
      ],
    };
    const answer = await post({ definition: draft(offer, ['odd', matcher]) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      'definition.steps.1.matcher.any.0.filters.0.value': [
        expect.stringContaining('cannot be read'),
      ],
    });
  });

  it('of a draft without steps is empty', async () => {
    expect(await previewOf({ definition: draft() })).toMatchObject({ steps: [], rate: null });
  });

  it('reads a tenth of the people where there are too many events, and says so', async () => {
    const definition = draft(offer, bought);
    const whole = await previewOf({ definition });
    const sampled = await previewOf({ definition }, sampling);
    expect([whole.sampled, sampled.sampled]).toEqual([false, true]);
    for (const { reached } of sampled.steps) expect(reached % 10).toBe(0);
  });

  it('of a tenth of the people counts events without a click and rare ones, too', async () => {
    await createProjects(stores.pool, [clicked]);
    const rare = [1, 2, 3, 4].map((index) => `rare-${index}`);
    await insertEvents(
      stores.warehouse.writer,
      [...Array(2_000).keys()].flatMap((index): EventSample[] => [
        { project: 33, event: 'click', at: at(1), visitor: `c${index}`, click: `ck_${index}` },
        { project: 33, event: 'purchase', at: at(40), visitor: `p${index}` },
      ]),
    );
    await insertEvents(
      stores.warehouse.writer,
      rare.map((name) => ({ project: 33, event: name, at: at(5), visitor: 'v', click: name })),
    );
    const steps = ['click', ...rare, 'purchase'].map((name) => [name, event(name)] as const);
    const definition: Definition = { ...draft(...steps), count_by: 'click' };
    const preview = await previewOf({ project: 33, definition }, sampling);
    expect(preview).toMatchObject({ sampled: true, warnings: [] });
    const eventsOf = (slug: string) => preview.steps.find((step) => step.slug === slug)?.events;
    for (const name of rare) expect([1, 10]).toContain(eventsOf(name));
    for (const name of ['click', 'purchase']) {
      expect(eventsOf(name)).toBeGreaterThanOrEqual(1_400);
      expect(eventsOf(name)).toBeLessThanOrEqual(2_600);
    }
  });
});

describe('access', () => {
  it('refuses members who may not change funnels', async () => {
    for (const token of ['viewer', 'partner']) {
      const preview = await app.inject({
        method: 'POST',
        url: '/api/v1/funnel-preview/',
        headers: { authorization: `Token ${token}` },
        payload: { project: acme.id, definition: draft() },
      });
      const suggestions = await get('funnel-suggestions', token);
      expect([preview.statusCode, suggestions.statusCode]).toEqual([403, 403]);
    }
    expect((await get('event-catalog', 'viewer')).statusCode).toBe(200);
  });

  it('refuses foreign projects', async () => {
    for (const path of ['event-catalog', 'funnel-suggestions']) {
      expect((await get(path, 'owner', rival.id)).statusCode).toBe(403);
    }
  });
});
