import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { demoEmail } from '#server/demo/create-shops.ts';
import { clockOf } from '#server/platform/clock.ts';
import { parseEnv } from '#server/platform/env.ts';
import { type Product, startProduct } from '#server/start-product.ts';
import { silent } from '#tests/support/stores.ts';

const DEMO_PASSWORD = 'a password for the demo';
const day = '2026-03-20';

/** All figures of an installation's demo, once it is complete. */
async function shownBy(variables: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-still-'));
  const env = parseEnv({ DATA_DIR: folder, PORT: '0', DEMO_PASSWORD, ...variables });
  const product = await startProduct({ env, log: silent, now: clockOf(env), pages: null });
  try {
    await backfilled(product);
    return await figuresOf(product);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function backfilled(product: Product) {
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  const left = async () => {
    const { rows } = await pool.query<{ filled_from: number }>('select filled_from from demo');
    return rows[0]?.filled_from;
  };
  await expect.poll(left, { timeout: 60_000 }).toBe(0);
  await pool.end();
  await product.flush();
}

async function figuresOf({ address }: Product) {
  const entering = await fetch(`${address}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, password: DEMO_PASSWORD }),
  });
  const { token, projects }: { token: string; projects: { id: number }[] } = await entering.json();
  const query = `project_id=${projects[0]?.id}&affiliate_id=all&timezone=UTC&start_date=2026-03-10&end_date=${day}&compare=same_elapsed`;
  const read = async (path: string) => {
    const answer = await fetch(`${address}/api/v1/${path}/?${query}`, {
      headers: { authorization: `Token ${token}` },
    });
    expect(answer.status).toBe(200);
    const { data, meta } = await answer.json();
    // Only the duration may differ.
    const { query_ms: _, ...message } = meta;
    return { data, meta: message };
  };
  const { now } = await conf(address);
  return { now, totals: await read('rc-data'), clicks: await read('cc-data') };
}

const conf = async (address: string): Promise<{ now?: string }> => {
  const script = await (await fetch(`${address}/conf.js`)).text();
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
};

it('shows the same figures in every installation with the same seed and time', async () => {
  const still = { DEMO_DAYS: '14', DEMO_SEED: '7', DEMO_NOW: `${day}T15:00:00Z` };
  const first = await shownBy(still);
  expect(first.now).toBe(still.DEMO_NOW);
  expect(first.totals.data.revenue).toBeGreaterThan(0);
  expect(await shownBy(still)).toEqual(first);
});
