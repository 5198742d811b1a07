import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { figureRowsSchema } from '#contract/analytics/figure-rows.ts';
import { funnelSchema } from '#contract/analytics/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;

const steps = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout', 'purchase'];

/** The steps of each person: those of the day start on the tenth in New York, later steps days after it. */
const journeys: Record<string, readonly string[]> = {
  'at once': ['10T15:00', '10T15:01', '10T15:03', '10T15:04', '10T15:09'],
  'over days': ['10T16:00', '11T16:00', '13T16:00', '14T16:00', '16T16:00'],
  'after midnight': ['11T04:59', '11T05:01', '11T05:02'],
  'too late': ['10T16:00', '18T16:00'],
  'only came': ['10T17:00'],
  'came before': ['08T17:00', '10T17:00', '10T17:05', '10T17:06', '10T17:07'],
  'came after': ['11T17:00', '11T17:05'],
};

/** The affiliate and campaign of each person; their purchases are reported without either. */
const buyers = {
  'by the second': { affid: '1002', campaign: 'c2' },
  'by the second, too': { affid: '1002', campaign: 'c2' },
  'by the first': { affid: '1001', campaign: 'c1' },
};

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const { writer } = stores.warehouse;
  await insertClicks(writer, [
    {
      visitor: 'looked',
      name: 'page_view',
      time: '2026-11-22T15:00:00.000Z',
      campaign: 'none bought',
    },
  ]);
  for (const [visitor, origin] of Object.entries(buyers)) {
    const on = (time: string) => `2026-11-22T${time}:00.000Z`;
    await insertClicks(writer, [
      ...steps.slice(0, 4).map((name, minute) => ({
        visitor,
        name,
        time: on(`15:0${minute}`),
        ...origin,
      })),
      { visitor, name: 'purchase', time: on('15:09'), uid: visitor, affid: '' },
    ]);
    const touches = [{ time: on('14:59'), ...origin }];
    await insertSales(writer, [
      { id: visitor, time: on('15:09'), value: '20', events: [visitor], touches, ...origin },
    ]);
  }
  await insertClicks(
    stores.warehouse.writer,
    Object.entries(journeys).flatMap(([visitor, times]) =>
      times.map((time, index) => ({
        visitor,
        time: `2026-11-${time}:00.000Z`,
        name: steps[index] ?? '',
      })),
    ),
  );
  const now = () => new Date('2026-11-25T12:00:00.000Z');
  app = await startApp(stores, [tokenHolder('owner', [membershipOf(acme)])], now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const request = (path: string, [start, end]: readonly [string, string], more = {}) =>
  app.inject({
    url: `/api/v1/${path}/`,
    headers: { authorization: 'Token owner' },
    query: {
      affiliate_id: 'all',
      project_id: String(acme.id),
      timezone: acme.timezone,
      start_date: `2026-11-${start}`,
      end_date: `2026-11-${end}`,
      ...more,
    },
  });

async function funnelOf(start: string, end: string) {
  const { body } = await request('funnel-analysis-data', [start, end]);
  const { data } = JSON.parse(body) as {
    data: { steps: { users: number; median_seconds: number | null }[] };
  };
  return data.steps.map((step) => [step.users, step.median_seconds]);
}

it('follows the people of a day for a week', async () => {
  expect(await funnelOf('10', '10')).toEqual([
    [5, 0],
    [3, 120],
    [3, 120],
    [2, 86_400],
    [2, 172_800],
  ]);
});

it('follows the people of more than a week in the same way', async () => {
  expect(await funnelOf('01', '10')).toEqual([
    [6, 0],
    [4, 86_400],
    [4, 300],
    [3, 60],
    [3, 300],
  ]);
});

describe.each([['10', '10'] as const, ['01', '10'] as const])('from day %s to %s', (...days) => {
  const rowsOf = async (figure: string, more = {}) => {
    const { statusCode, body } = await request('figures/rows', days, { figure, ...more });
    expect([statusCode, body]).toEqual([200, expect.anything()]);
    return z.object({ data: figureRowsSchema }).parse(JSON.parse(body)).data;
  };

  it('each step opens its people, those who left before it, and its events', async () => {
    const { body } = await request('funnel-analysis-data', days);
    const { data } = z.object({ data: funnelSchema }).parse(JSON.parse(body));
    expect(data.steps).toHaveLength(5);
    for (const { event_name: step, users, dropped, events } of data.steps) {
      const people = await rowsOf(`funnel_users_${step}`);
      const ids = people.rows.map(({ id }) => id);
      expect([people.sum, people.total_rows, new Set(ids).size]).toEqual([
        String(users),
        users,
        users,
      ]);
      const left = await rowsOf(`funnel_left_${step}`);
      expect([left.sum, left.rows.length]).toEqual([String(dropped), dropped]);
      expect(left.rows.some(({ id }) => ids.includes(id))).toBe(false);
      expect((await rowsOf(`funnel_events_${step}`)).sum).toBe(String(events));
    }
  });

  it('people come in pages, latest first', async () => {
    const full = await rowsOf('funnel_users_view_content');
    const first = await rowsOf('funnel_users_view_content', { limit: '2' });
    const next = await rowsOf('funnel_users_view_content', {
      limit: '500',
      cursor: first.next_cursor ?? '',
    });
    expect([...first.rows, ...next.rows]).toEqual(full.rows);
    const times = full.rows.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

describe('filtered by origin', () => {
  const days = ['22', '22'] as const;
  const last = async (more: object) => {
    const { statusCode, body } = await request('funnel-analysis-data', days, more);
    expect([statusCode, body]).toEqual([200, expect.anything()]);
    const { data } = z.object({ data: funnelSchema }).parse(JSON.parse(body));
    expect(data.steps).toHaveLength(5);
    const { users, events, rate_from_start, revenue } = data.steps[4] ?? {};
    return { users, events, rate_from_start, revenue };
  };
  const second = { users: 2, events: 2, rate_from_start: 1, revenue: 40 };
  const affiliate = async (affid: string) => {
    const { rows } = await stores.pool.query('select id from affiliates where aff_id = $1', [
      affid,
    ]);
    return String(rows[0].id);
  };

  it('counts the purchases that the clicks earned, whatever the purchases say', async () => {
    expect(await last({ affiliate_id: await affiliate('1002') })).toEqual(second);
    expect(await last({ campaign_id: 'c2' })).toEqual(second);
    expect(await last({ campaign_id: '-c1,-none bought' })).toEqual(second);
    const everybody = { users: 3, events: 3, rate_from_start: 0.75, revenue: 60 };
    expect(await last({})).toEqual(everybody);
  });

  it('does so by each model, on each clock and as of any instant', async () => {
    const affiliate_id = await affiliate('1002');
    for (const model of ['first_click', 'linear', 'any_click']) {
      expect([model, await last({ affiliate_id, model })]).toEqual([model, second]);
    }
    expect(await last({ affiliate_id, as_of: '2026-11-23T00:00:00Z' })).toEqual(second);
    expect(await last({ affiliate_id, clock: 'click' })).toEqual(second);
  });

  it('opens the people of these purchases', async () => {
    const { body } = await request('figures/rows', days, {
      affiliate_id: await affiliate('1002'),
      figure: 'funnel_users_purchase',
    });
    const { data } = z.object({ data: figureRowsSchema }).parse(JSON.parse(body));
    expect([data.sum, data.rows.length]).toEqual(['2', 2]);
  });

  it('includes the goal with 0 people, if it was ever reached', async () => {
    const namesOf = async (day: string, more: object) => {
      const { body } = await request('funnel-analysis-data', [day, day], more);
      const { data } = z.object({ data: funnelSchema }).parse(JSON.parse(body));
      return data.steps.map(({ name, users }) => [name, users]);
    };
    const campaign_id = 'none bought';
    expect(await namesOf('22', { campaign_id })).toEqual([
      ['Landing', 1],
      ['Purchase', 0],
    ]);
    const figure = 'funnel_left_purchase';
    const { body } = await request('figures/rows', days, { campaign_id, figure });
    expect(JSON.parse(body).data.sum).toBe('1');
    expect(await namesOf('08', { as_of: '2026-11-08T18:00:00Z' })).toEqual([['Landing', 1]]);
    expect(await namesOf('23', {})).toEqual([]);
  });

  it('does so beside a longer period', async () => {
    const affiliate_id = await affiliate('1002');
    const { body } = await request('funnel-analysis-data', ['08', '22'], { affiliate_id });
    const { data } = z.object({ data: funnelSchema }).parse(JSON.parse(body));
    expect(data.steps.at(-1)).toMatchObject({ event_name: 'purchase', users: 2, events: 2 });
  });
});

it('opens nothing for an unknown step', async () => {
  const answer = await request('figures/rows', ['10', '10'], { figure: 'funnel_users_refund' });
  expect(answer.statusCode).toBe(400);
});

it.each(['constructor', 'toString', '__proto__'])(
  'a funnel whose goal is named %s ends with it',
  async (goal) => {
    const { pool, warehouse } = stores;
    const event = goal.toLowerCase();
    await insertClicks(warehouse.writer, [
      { visitor: event, name: event, time: '2026-11-10T15:30:00.000Z' },
    ]);
    await pool.query(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1, 'Goal', $2, true, $2)`,
      [acme.id, goal],
    );
    try {
      const answer = await request('funnel-analysis-data', ['10', '10']);
      expect(answer.statusCode, answer.body).toBe(200);
      const { data } = z.object({ data: funnelSchema }).parse(answer.json());
      expect(data.steps.at(-1)).toMatchObject({ event_name: event, name: event });
    } finally {
      await pool.query('delete from master_pixels where project_id = $1', [acme.id]);
    }
  },
);
