import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { parseEnv } from '#server/env.ts';
import { type Product, startProduct } from '#server/product.ts';
import { createProject } from '#server/projects/repository.ts';
import { silent } from '#tests/support/stores.ts';

let folder: string;
let product: Product;
let pool: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clickledger-product-'));
  product = await startProduct({
    env: parseEnv({ DATA_DIR: folder, PORT: '0', DEMO: '0' }),
    log: silent,
    now: () => new Date(),
    pages: null,
  });
  pool = new pg.Pool({ connectionString: product.databaseUrl });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool?.end();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function newOwner() {
  const email = `${crypto.randomUUID()}@acme.test`;
  const user = await createUser(pool, createHasher(), { email, password: 'correct horse battery' });
  const token = await openSession(pool, user.id, { now: new Date(), userAgent: 'test' });
  const { project, collectKey } = await createProject(pool, { name: 'Acme', createdBy: user.id });
  return { token, project, collectKey };
}

it('its pixel snippets load from the address where it listens', async () => {
  const { token, project } = await newOwner();
  const answer = await fetch(`${product.address}/api/v1/events/?project__slug=${project.slug}`, {
    headers: { authorization: `Token ${token}` },
  });
  const [pixel] = await answer.json();
  expect(pixel.master_pixel).toContain(`src="${product.address}/t/px.js"`);
});
