import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { processesIn } from '#server/platform/processes.ts';
import { appOf } from '#tests/support/app.ts';
import { folderWithDatabase, openTemporary, startDatabase } from './temporary-stores.ts';

it('a silent database is noticed within three seconds, and replaced', async () => {
  const dataDir = await openTemporary(await folderWithDatabase());
  const { pool, pid, isSilent } = await startDatabase(dataDir);
  const lines: string[] = [];
  const app = await appOf(
    [
      async (one) => {
        one.get('/api/v1/asks', async () => (await pool.query('select 1 as one')).rows);
      },
    ],
    {
      isDatabaseSilent: isSilent,
      log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    },
  );
  onTestFinished(() => app.close());
  const asks = () => app.inject({ url: '/api/v1/asks' });
  expect((await asks()).statusCode).toBe(200);

  const first = pid();
  const all = processesIn(realpathSync(join(dataDir.path, 'postgres')));
  expect(all).toContain(first);
  for (const one of all) process.kill(one, 'SIGSTOP');
  onTestFinished(() => {
    execFileSync('sh', ['-c', `kill -CONT ${all.join(' ')} 2>/dev/null || true`]);
  });
  const began = performance.now();
  // More statements than the pool has connections, so that the others wait for one.
  for (const answer of await Promise.all([1, 2, 3, 4].map(asks))) {
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual({
      detail: 'The database does not answer. Try again in a moment.',
    });
  }
  expect(performance.now() - began).toBeLessThan(3_500);
  expect(lines.filter((line) => line.includes('stack'))).toEqual([]);
  const again = performance.now();
  expect((await asks()).statusCode).toBe(503);
  expect(performance.now() - again).toBeLessThan(500);

  await expect.poll(async () => (await asks()).statusCode, { timeout: 60_000 }).toBe(200);
  expect(pid()).not.toBe(first);
});

it('a database that takes no new connections is unavailable, and replaced after half a minute', async () => {
  const dataDir = await openTemporary(await folderWithDatabase());
  const { pool, pid } = await startDatabase(dataDir);
  const app = await appOf([
    async (one) => {
      one.get('/api/v1/asks', async () => (await pool.query('select pg_sleep(0.1)')).rows);
    },
  ]);
  onTestFinished(() => app.close());
  const statuses = async () =>
    (await Promise.all([1, 2, 3].map(() => app.inject({ url: '/api/v1/asks' })))).map(
      ({ statusCode }) => statusCode,
    );
  expect((await app.inject({ url: '/api/v1/asks' })).statusCode).toBe(200);

  // Its other processes go on, and with them the connections that are open.
  const first = pid() ?? 0;
  const began = performance.now();
  process.kill(first, 'SIGSTOP');
  onTestFinished(() => {
    execFileSync('sh', ['-c', `kill -CONT ${first} 2>/dev/null || true`]);
  });
  expect((await statuses()).sort()).toEqual([200, 503, 503]);
  await expect.poll(pid, { timeout: 60_000 }).not.toBe(first);
  // A busy disk delays new connections, while the open ones are answered.
  expect(performance.now() - began).toBeGreaterThan(25_000);
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([200, 200, 200]);
});
