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
