import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { Definition, Step } from '#contract/funnels/definition.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { evaluateStepHealth } from '#server/funnels/health/evaluate-step-health.ts';
import { readStepHealth } from '#server/funnels/health/step-health-rows.ts';
import { addProject, sharedStores } from '#tests/support/stores.ts';
import { type EventSample, insertEvents } from './discovery-data.ts';

const stores = sharedStores();
const end = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const iso = (time: number) => new Date(time).toISOString();

const stepOf = (event: string, path?: string): Step => ({
  slug: event.replace('_', '-'),
  name: event,
  kind: 'custom',
  matcher: {
    any: [{ event, filters: path ? [{ property: 'path', operator: 'equals', value: path }] : [] }],
  },
  optional: false,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
});
const definition: Definition = {
  count_by: 'visitor',
  window_minutes: 1_440,
  steps: [stepOf('page_view', '/offer'), stepOf('lead'), stepOf('purchase'), stepOf('upsell')],
  exclusions: [],
};

/** Every hour of five weeks: twelve pages, six leads, three purchases; upsells are rare. */
function usual(project: number, stops: Record<string, number> = {}): EventSample[] {
  const flow = { page_view: 12, lead: 6, purchase: 3 };
  const events: EventSample[] = [];
  for (let back = 1; back <= 35 * 24; back += 1) {
    for (const [event, count] of Object.entries(flow)) {
      if (back <= (stops[event] ?? 0)) continue;
      for (let index = 0; index < count; index += 1) {
        const at = iso(end - back * hour + (index * hour) / count);
        const url = event === 'page_view' ? { url: 'https://shop.test/offer' } : {};
        events.push({ project, event, at, visitor: `v${back}-${index}`, ...url });
      }
    }
    if (back % 100 === 0) {
      events.push({ project, event: 'upsell', at: iso(end - back * hour), visitor: `v${back}` });
    }
  }
  return events;
}

async function addFunnel(pool: pg.Pool, project: number, status = 'active'): Promise<string> {
  const id = `funnel-${project}-${status}`;
  await pool.query(
    `insert into funnels (id, project_id, slug, name, description, status, count_by, window_minutes, exclusions,
       targets, version, created_at, updated_at)
     values ($1, $2, $1, $1, '', $3, 'visitor', 1440, '[]', '{}', 1, now(), now())`,
    [id, project, status],
  );
  await pool.query(
    `insert into funnel_versions (funnel_id, version, definition, published_at) values ($1, 1, $2, $3)`,
    [id, JSON.stringify(definition), iso(end - 40 * 24 * hour)],
  );
  return id;
}

async function setUp(stops: Record<string, number> = {}, status = 'active') {
  const { pool, warehouse } = stores();
  const project = await addProject(pool);
  await insertEvents(warehouse.writer, usual(project.id, stops));
  const funnel = await addFunnel(pool, project.id, status);
  const { select } = createWarehouseReads(warehouse.reader);
  const evaluate = (at = end) =>
    evaluateStepHealth(
      { pool, select, watermark: async () => new Date(at) },
      { project: project.id, signal: new AbortController().signal },
    );
  const states = async () =>
    [...(await readStepHealth(pool, funnel))].map(([slug, { state }]) => [slug, state]).sort();
  return { pool, project, funnel, evaluate, states };
}

const healthy = [
  ['lead', 'ok'],
  ['page-view', 'ok'],
  ['purchase', 'ok'],
  ['upsell', 'unknown'],
];

describe('the health of steps', () => {
  it('is ok while events come as usual, and unknown where they are rare', async () => {
    const { pool, funnel, evaluate, states } = await setUp();
    expect(await states()).toEqual([]);
    await evaluate();
    expect(await states()).toEqual(healthy);
    expect((await readStepHealth(pool, funnel)).get('page-view')).toEqual({
      state: 'ok',
      since: null,
      seen: 36,
      expected: 36,
      checked_at: iso(end),
    });
  });

  it('is silent at once if the events stopped long ago, and says since when', async () => {
    const { pool, funnel, evaluate, states } = await setUp({ lead: 20 });
    await evaluate();
    expect(await states()).toEqual(
      healthy.map(([slug, state]) => [slug, slug === 'lead' ? 'silent' : state]),
    );
    const { since, seen, expected } = (await readStepHealth(pool, funnel)).get('lead') ?? {};
    expect([since, seen]).toEqual([iso(end - 21 * hour + (5 * hour) / 6), 0]);
    expect(expected).toBeGreaterThan(6);
  });

  it('is silent at the second evaluation if they stopped a short while ago, and ok once they come again', async () => {
    const { project, evaluate, states } = await setUp({ lead: 3 });
    const stateOfLead = async () => (await states()).find(([slug]) => slug === 'lead')?.[1];
    await evaluate();
    expect(await stateOfLead()).toBe('ok');
    await evaluate(end + hour / 4);
    expect(await stateOfLead()).toBe('silent');
    const { writer } = stores().warehouse;
    const again = [1, 2, 3].map((index) => ({
      project: project.id,
      event: 'lead',
      at: iso(end + hour / 4 + index),
      visitor: `again-${index}`,
    }));
    await insertEvents(writer, again);
    await evaluate(end + hour / 2);
    expect(await stateOfLead()).toBe('ok');
  });

  it('is not silent because one evaluation was repeated', async () => {
    const { evaluate, states } = await setUp({ lead: 3 });
    await evaluate();
    await evaluate(end + 20_000);
    expect(await states()).toEqual(healthy);
  });

  it('is not known of another definition or while the funnel is paused', async () => {
    const { pool, funnel, evaluate, states } = await setUp({ lead: 20 });
    await evaluate();
    expect(await states()).toHaveLength(definition.steps.length);
    await pool.query(`update funnels set status = 'paused' where id = $1`, [funnel]);
    expect(await states()).toEqual([]);
    await pool.query(`update funnels set status = 'active' where id = $1`, [funnel]);
    expect(await states()).toHaveLength(definition.steps.length);
    await pool.query(
      `insert into funnel_versions (funnel_id, version, definition, published_at) values ($1, 2, $2, $3)`,
      [funnel, JSON.stringify(definition), iso(end + hour)],
    );
    expect(await states()).toEqual([]);
    await evaluate(end + 2 * hour);
    expect(await states()).toHaveLength(definition.steps.length);
  });

  it('is that of the first step alone if nobody comes', async () => {
    const { evaluate, states } = await setUp({ page_view: 40, lead: 40, purchase: 40 });
    await evaluate();
    expect(await states()).toEqual(
      healthy.map(([slug, state]) => [slug, slug === 'page-view' ? 'silent' : state]),
    );
  });

  it('is unknown for later steps after days without people', async () => {
    const { evaluate, states } = await setUp({ page_view: 100, lead: 100, purchase: 100 });
    await evaluate();
    expect(await states()).toEqual(
      healthy.map(([slug]) => [slug, slug === 'page-view' ? 'silent' : 'unknown']),
    );
  });

  it('of paused funnels is not watched', async () => {
    const { evaluate, states } = await setUp({ lead: 20 }, 'paused');
    await evaluate();
    expect(await states()).toEqual([]);
  });

  it('of steps that the funnel no longer has is forgotten', async () => {
    const { pool, funnel, evaluate, states } = await setUp();
    await evaluate();
    await pool.query(
      `insert into funnel_versions (funnel_id, version, definition, published_at) values ($1, 2, $2, $3)`,
      [
        funnel,
        JSON.stringify({ ...definition, steps: definition.steps.slice(0, 2) }),
        iso(end - hour),
      ],
    );
    await evaluate();
    expect(await states()).toEqual(healthy.slice(0, 2));
  });
});
