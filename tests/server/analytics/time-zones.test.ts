import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zoneOf } from '#contract/time-zone.ts';
import { listedZones } from '#tests/support/zone-names.ts';
import type { ProjectSeed } from './random-projects.ts';
import { now } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

const seed: ProjectSeed = {
  name: 'Zoned',
  timezone: 'UTC',
  currency: 'USD',
  terms: {},
  payouts: [],
  rates: [],
  requests: [],
};

let playground: SeededProduct;
let project: SeededProject;

beforeAll(async () => {
  playground = await startSeededProduct([seed]);
  const [first] = playground.projects;
  if (!first) throw new Error('There is no project.');
  project = first;
}, 60_000);
afterAll(() => playground?.stop());

const chart = (zone: string) =>
  playground.get(
    `/api/v1/rc-chart-data/?affiliate_id=all&project_id=${project.id}&start_date=2026-11-01&end_date=2026-11-02&timezone=${encodeURIComponent(zone)}`,
    playground.tokens.owner,
  );

describe('time zones', () => {
  it('of IANA are all known to the warehouse', async () => {
    const answer = await playground.warehouse.reader.query({
      query: 'SELECT time_zone FROM system.time_zones',
      format: 'JSONEachRow',
    });
    const known = new Set(
      (await answer.json<{ time_zone: string }>()).map(({ time_zone }) => time_zone),
    );
    expect(listedZones.filter((name) => !known.has(zoneOf(name) ?? ''))).toEqual([]);
  });

  it('are taken in any case by a report, and refused where no clock knows them', async () => {
    const answer = await chart('asia/kolkata');
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { meta: { timezone: 'Asia/Kolkata' } },
    ]);
    const refused = await chart('GMT+0530');
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { timezone: [expect.stringContaining('"GMT+0530"')] },
    ]);
  });

  it.each([
    ['GMT+0530', 10],
    ['Mars/Olympus', 20],
  ])(
    'that were stored and that no clock knows count as UTC, with a notice: %s',
    async (zone, revenue) => {
      const { pool, tokens } = playground;
      await pool.query('update projects set timezone = $2 where id = $1', [project.id, zone]);
      await pool.query(`update users set timezone = $1 where email like 'owner@%'`, [zone]);
      const { status, body } = await playground.post('/api/v1/auth/check/', tokens.owner, {});
      expect([status, body]).toMatchObject([
        200,
        { timezone: null, projects: [{ timezone: 'UTC' }], timezone_notice: expect.anything() },
      ]);
      expect(body).toMatchObject({ timezone_notice: expect.stringContaining('of Zoned') });
      const day = now.toISOString().slice(0, 10);
      await playground.report(project, [
        { event_name: 'purchase', event_time: now.toISOString(), order_id: zone, value: '10' },
        { event_name: 'cost', date: day, spend: '5' },
      ]);
      await playground.flush();
      const figures = await playground.get(
        `/api/v1/rc-data/?affiliate_id=all&project_id=${project.id}&start_date=${day}&end_date=${day}`,
        tokens.owner,
      );
      expect([figures.status, figures.body]).toMatchObject([200, { data: { revenue, cost: 5 } }]);
      const { rows } = await pool.query('select count(*)::int as waiting from inbox');
      expect(rows).toEqual([{ waiting: 0 }]);
    },
  );
});
