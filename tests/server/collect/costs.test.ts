import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { select } from '../pipeline/inbox-events.ts';
import { addProject, appOver, noon, post } from './collector.ts';

const stores = sharedStores();
const key = 'costs-key';

let app: FastifyInstance;
let mover: Mover;
let project: number;

beforeAll(async () => {
  const { pool, warehouse } = stores();
  project = await addProject(pool, 'costs', key);
  app = await appOver(pool);
  mover = startMover({ pool, warehouse, log: silent, now: () => noon });
});
afterAll(async () => {
  await app?.close();
  await mover?.stop();
});

async function spent() {
  await mover.flush();
  return select(
    stores().warehouse,
    `SELECT ad_id, toString(spend) AS spend FROM costs FINAL
     WHERE project_id = {project:UInt32} ORDER BY ad_id`,
    { project },
  );
}

const cost = (ad_id: string, spend: number) => ({
  event_name: 'cost',
  date: '2026-11-20',
  platform: 'meta',
  ad_id,
  spend,
});

it('the last figure of a cost counts, also when it equals an earlier one', async () => {
  for (const spend of [5, 7, 5]) {
    expect((await post(app, [cost('a', spend)], '', key)).json()).toMatchObject({ accepted: 1 });
    expect(await spent()).toEqual([{ ad_id: 'a', spend: String(spend) }]);
  }
  await post(app, [cost('a', 8), cost('a', 9), cost('a', 8)], '', key);
  expect(await spent()).toEqual([{ ad_id: 'a', spend: '8' }]);
});

it('repeated equal costs change no figure', async () => {
  const batch = [cost('b', 1), cost('c', 2), cost('b', 3)];
  const figures = [];
  for (let time = 0; time < 3; time += 1) {
    expect((await post(app, batch, '', key)).statusCode).toBe(202);
    figures.push((await spent()).slice(1));
  }
  const once = [
    { ad_id: 'b', spend: '3' },
    { ad_id: 'c', spend: '2' },
  ];
  expect(figures).toEqual([once, once, once]);
});

const names = ['date', 'account', 'platform', 'campaign_id', 'adset_id', 'ad_id', 'affid'] as const;
type Named = Record<(typeof names)[number], string>;

it('affiliates who spend on one day each have their own cost', async () => {
  const { warehouse, pool } = stores();
  const shop = await addProject(pool, 'affiliates-spend', 'affiliates-spend');
  const spends = [
    { affid: '1001', spend: 10 },
    { affid: '1002', spend: 20 },
  ];
  for (const spend of spends) {
    await post(app, [{ event_name: 'cost', date: '2026-11-20', ...spend }], '', 'affiliates-spend');
  }
  await mover.flush();
  const total = `SELECT toString(sum(spend)) AS spend FROM costs FINAL WHERE project_id = {shop:UInt32}`;
  expect(await select(warehouse, total, { shop })).toEqual([{ spend: '30' }]);
});

it('a cost replaces only the cost with the same day, account, platform, campaign, ad and affiliate', async () => {
  const { warehouse, pool } = stores();
  const named = fc.record({
    date: fc.constantFrom('2026-11-19', '2026-11-20'),
    account: fc.constantFrom('', 'act'),
    platform: fc.constantFrom('', 'meta'),
    campaign_id: fc.constantFrom('', 'c'),
    adset_id: fc.constantFrom('', 's'),
    ad_id: fc.constantFrom('', 'a'),
    affid: fc.constantFrom('', '1001', '1002'),
  });
  const lists = fc.sample(
    fc.array(fc.tuple(named, fc.integer({ min: 1, max: 99 })), { minLength: 20, maxLength: 60 }),
    { numRuns: 4, seed: 6 },
  );
  for (const [index, list] of lists.entries()) {
    const key = `costs-${index}`;
    const shop = await addProject(pool, key, key);
    const nameOf = (cost: Named) => names.map((name) => cost[name]).join(' ');
    const expected = new Map(list.map(([cost, spend]) => [nameOf(cost), spend]));
    const events = list.map(([cost, spend]) => ({ event_name: 'cost', ...cost, spend }));
    const half = Math.ceil(events.length / 2);
    for (const part of [events.slice(0, half), events.slice(half)]) {
      expect((await post(app, part, '', key)).json()).toMatchObject({ accepted: part.length });
      await mover.flush();
    }
    const stored = `SELECT ${names.map((name) => `toString(${name}) AS ${name}`).join(', ')}, toFloat64(spend) AS spend`;
    const history = `FROM (SELECT * FROM cost_history WHERE project_id = {shop:UInt32}
      ORDER BY version DESC LIMIT 1 BY project_id, ${names.map((name) => `cost_history.${name}`).join(', ')})`;
    for (const from of ['FROM costs FINAL WHERE project_id = {shop:UInt32}', history]) {
      const rows = await select<Named & { spend: number }>(warehouse, `${stored} ${from}`, {
        shop,
      });
      expect(new Map(rows.map((row) => [nameOf(row), row.spend]))).toEqual(expected);
      expect(rows).toHaveLength(expected.size);
    }
  }
});
