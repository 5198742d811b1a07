import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#server/database/pool.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type PixelStage, startPixelStage } from './stage.ts';

const connections = 3;

const stores = sharedStores();
let pool: pg.Pool;
let stage: PixelStage;
beforeAll(async () => {
  pool = openPool({ ...stores().pool.options, max: connections, connectionTimeoutMillis: 5_000 });
  stage = await startPixelStage({ ...stores(), pool });
});
afterAll(async () => {
  await stage?.stop();
  await pool?.end();
});

it('more changes of one pixel at once than there are connections wait for one another, and end', async () => {
  const { affiliate, event, owner } = await stage.company();
  const target = { type: 'postback', url_template: 'https://192.0.32.7/pb?id={event_id}' };
  const pixel = await stage.create(owner, { ...target, affiliate, event });
  const names = Array.from({ length: 4 * connections }, (_, index) => `P ${index}`);
  const answers = await Promise.all(
    names.map((name) => stage.call(owner, 'PUT', `/api/v1/pixels/${pixel.id}/`, { name })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200));
});
