import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { figureRowsSchema } from '#contract/figure-rows.ts';
import { funnelSchema } from '#contract/report.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { acme, click } from './samples.ts';
import { createProjects, membershipOf, personOf, startApp } from './stage.ts';

let stores: Stores;
let app: FastifyInstance;

const steps = ['page_view', 'view_content', 'add_to_cart', 'initiate_checkout', 'purchase'];

/** Who took which steps when: those of the day come on the tenth in New York, later steps days after it. */
const journeys: Record<string, readonly string[]> = {
  'at once': ['10T15:00', '10T15:01', '10T15:03', '10T15:04', '10T15:09'],
  'over days': ['10T16:00', '11T16:00', '13T16:00', '14T16:00', '16T16:00'],
  'after midnight': ['11T04:59', '11T05:01', '11T05:02'],
  'too late': ['10T16:00', '18T16:00'],
  'only came': ['10T17:00'],
  'came before': ['08T17:00', '10T17:00', '10T17:05', '10T17:06', '10T17:07'],
  'came after': ['11T17:00', '11T17:05'],
};

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  await click(
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
  app = await startApp(stores, [personOf('owner', [membershipOf(acme)])], now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const ask = (path: string, [start, end]: readonly [string, string], more = {}) =>
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
  const { body } = await ask('funnel-analysis-data', [start, end]);
  const { data } = JSON.parse(body) as {
    data: { steps: { users: number; median_seconds: number | null }[] };
  };
  return data.steps.map((step) => [step.users, step.median_seconds]);
}

it('follows those who came on a day for a week after it', async () => {
  expect(await funnelOf('10', '10')).toEqual([
    [5, 0],
    [3, 120],
    [3, 120],
    [2, 86_400],
    [2, 172_800],
  ]);
});

it('follows those who came in longer than a week alike', async () => {
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
    const { statusCode, body } = await ask('figures/rows', days, { figure, ...more });
    expect([statusCode, body]).toEqual([200, expect.anything()]);
    return z.object({ data: figureRowsSchema }).parse(JSON.parse(body)).data;
  };

  it('each step opens the people who came to it, who left before it, and its events', async () => {
    const { body } = await ask('funnel-analysis-data', days);
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

  it('people come in pages, those who came last first', async () => {
    const whole = await rowsOf('funnel_users_view_content');
    const first = await rowsOf('funnel_users_view_content', { limit: '2' });
    const next = await rowsOf('funnel_users_view_content', {
      limit: '500',
      cursor: first.next_cursor ?? '',
    });
    expect([...first.rows, ...next.rows]).toEqual(whole.rows);
    const times = whole.rows.map(({ time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
  });
});

it('opens nothing for a step that is none', async () => {
  const answer = await ask('figures/rows', ['10', '10'], { figure: 'funnel_users_refund' });
  expect(answer.statusCode).toBe(400);
});
