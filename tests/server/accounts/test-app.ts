import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type pino from 'pino';
import { authentication } from '#server/access/authentication.ts';
import { createHasher, type Hasher } from '#server/accounts/hasher.ts';
import { loginLimits } from '#server/accounts/login-limits.ts';
import { accountRoutes } from '#server/accounts/routes.ts';
import { readAccess } from '#server/accounts/sessions.ts';
import { connectDatabase } from '#server/database/connect.ts';
import { createAttempts } from '#server/limits/attempts.ts';
import { openDataDir } from '#server/platform/data-dir.ts';
import { appOf } from '#tests/support/app.ts';
import { silent } from '#tests/support/stores.ts';
import { copyTemplate, createDatabase } from '#tests/support/worker-stores.ts';

export type Database = { pool: pg.Pool; stop(): Promise<void> };
export type OwnDatabase = Database & { path: string; pid(): number };

/** A database with all tables, used by one test file. */
export const startDatabase = (): Promise<Database> => createDatabase();

/** A database in a separate PostgreSQL with its own data directory. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const path = await mkdtemp(join(tmpdir(), 'clickledger-'));
  await copyTemplate(path, ['postgres']);
  const dataDir = await openDataDir(path);
  const database = await connectDatabase({ dataDir, log: silent });
  return {
    pool: database.pool,
    path,
    pid: () => database.pid() ?? 0,
    async stop() {
      await database.stop();
      await dataDir.close();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/** A clock that stands still until a test moves it. */
export function stoppedClock(start = '2026-11-20T12:00:00.000Z') {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
  };
}
export type Clock = ReturnType<typeof stoppedClock>;

/** The app with only the account routes; `modules` adds further ones. */
export function startApp(
  pool: pg.Pool,
  {
    clock = stoppedClock(),
    hasher = createHasher(),
    log = silent,
    modules = [],
  }: {
    clock?: Clock;
    hasher?: Hasher;
    log?: pino.Logger;
    modules?: readonly ((app: FastifyInstance) => void)[];
  } = {},
): Promise<FastifyInstance> {
  const { now } = clock;
  const limits = loginLimits(createAttempts({ pool, now }), () => now().getTime());
  return appOf(
    [
      (app) => authentication(app, { readAccess: (token) => readAccess(pool, token, now()) }),
      (app) => accountRoutes(app, { pool, hasher, limits, now }),
      ...modules,
    ],
    { log },
  );
}
