import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPool } from '#server/database/pool.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type PixelFixture, startPixelFixture } from './fixture.ts';

const connections = 3;

const stores = sharedStores();
let pool: pg.Pool;
let fixture: PixelFixture;
beforeAll(async () => {
  pool = openPool({ ...stores().pool.options, max: connections, connectionTimeoutMillis: 5_000 });
  fixture = await startPixelFixture({ ...stores(), pool });
});
afterAll(async () => {
  await fixture?.stop();
  await pool?.end();
});

it('more changes of one pixel at once than there are connections wait for one another, and end', async () => {
  const { affiliate, event, owner } = await fixture.company();
  const target = { type: 'postback', url_template: 'https://192.0.32.7/pb?id={event_id}' };
  const pixel = await fixture.create(owner, { ...target, affiliate, event });
  const names = Array.from({ length: 4 * connections }, (_, index) => `P ${index}`);
  const answers = await Promise.all(
    names.map((name) => fixture.call(owner, 'PUT', `/api/v1/pixels/${pixel.id}/`, { name })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200));
});
