import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { demoEmail } from '#server/demo/create-shops.ts';
import { parseEnv } from '#server/platform/env.ts';
import { startProduct } from '#server/start-product.ts';
import { silent } from '#tests/support/stores.ts';

const DEMO_PASSWORD = 'a password for the demo';

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** Every answer of `/readyz`, from the first one on until it is ready. */
async function lookUntilReady(address: string): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => null,
    );
    if (status !== null) statuses.push(status);
    else await new Promise((resolve) => setImmediate(resolve));
  }
  return statuses;
}

it('a demo is ready when its person can sign in and sees both shops, and not before', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-ready-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = parseEnv({ DATA_DIR: folder, PORT: `${port}`, DEMO_PASSWORD, DEMO_DAYS: '30' });
  const starting = startProduct({ env, log: silent, now: () => new Date(), pages: null });
  onTestFinished(async () => (await starting).stop());

  const statuses = await lookUntilReady(address);
  const entering = await fetch(`${address}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, password: DEMO_PASSWORD }),
  });
  expect(entering.status).toBe(200);
  expect((await entering.json()).projects).toHaveLength(2);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([503]));
});
