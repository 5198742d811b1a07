import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#contract/period.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { createUser, findUserByEmail, setPassword } from '#server/accounts/users.ts';
import { demoProjects } from '#server/demo/company.ts';
import { demoEmail } from '#server/demo/create-shops.ts';
import { startDemo } from '#server/demo/start.ts';
import { trafficOf } from '#server/demo/traffic.ts';
import { type DataDir, openDataDir } from '#server/platform/data-dir.ts';

import { type Database, startDatabase } from '../accounts/stage.ts';

const log = pino({ level: 'silent' });
const hasher = createHasher();
const seed = 20_260_101;
const start = Date.parse('2026-11-20T15:00:00.000Z');
const MINUTE = 60_000;
const days = 21;
const world = { seed, firstDay: addDays('2026-11-20', -days) };

let path: string;
let dataDir: DataDir;
let database: Database;
let pool: pg.Pool;
let time = start;
const now = () => new Date(time);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'clickledger-demo-'));
  dataDir = await openDataDir(path);
  database = await startDatabase();
  pool = database.pool;
});

beforeEach(async () => {
  time = start;
  await pool.query('truncate users, projects, demo, inbox, deliveries restart identity cascade');
});

afterAll(async () => {
  await database.stop();
  await dataDir.close();
  await rm(path, { recursive: true, force: true });
});

const begin = (password?: string) =>
  startDemo({
    pool,
    dataDir,
    hasher,
    log,
    now,
    wake() {},
    say() {},
    env: { DEMO_DAYS: 400, DEMO_SEED: seed, DEMO_PASSWORD: password },
  });

/** A demo whose history is three weeks long, which is all that a test has the time for. */
async function beginShort(password?: string) {
  await pool.query(
    `insert into demo (seed, first_day, started_at, filled_from, live_until) values ($1, $2, $3, $4, $3)
     on conflict do nothing`,
    [seed, world.firstDay, now(), days + 2],
  );
  const demo = await begin(password);
  if (!demo) throw new Error('The demo did not start.');
  return demo;
}

async function count(from: string, ...values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${from}`,
    values,
  );
  return rows[0]?.count ?? 0;
}

/** The events that the generator lays between two moments, costs left aside. */
function expected(after: number, until: number): number {
  return demoProjects
    .flatMap((project) =>
      Array.from({ length: days + 3 }, (_, index) => trafficOf(world, project, index)),
    )
    .flatMap(({ events }) => events)
    .filter(({ event_time }) => event_time > after && event_time <= until).length;
}

const tracked = "inbox where payload ->> 'kind' = 'event'";
const waiting = async () =>
  (
    await pool.query<{ text: string }>(
      `select project_id || ' ' || (payload::jsonb #- '{event,ingested_at}' #- '{cost,ingested_at}')::text as text
       from inbox order by 1`,
    )
  ).rows.map(({ text }) => text);

describe('a demo begins', () => {
  it('with two shops, six partners, twelve offers and somebody who may see them', async () => {
    const demo = await begin();
    await demo?.stop();
    expect(await count('projects where is_demo')).toBe(2);
    expect(await count('affiliates')).toBe(6);
    expect(await count("offers where status = 'active'")).toBe(8);
    expect(await count("offers where status = 'pending'")).toBe(4);
    expect(await count("memberships where role = 'owner'")).toBe(2);
    const user = await findUserByEmail(pool, demoEmail);
    expect(user?.isDebug).toBe(false);
    expect(await hasher.verify(user?.passwordHash ?? null, demo?.password ?? '')).toBe(true);
    expect((await stat(join(path, 'secrets', 'demo-password'))).mode & 0o777).toBe(0o600);
  });

  it('in an empty installation only', async () => {
    await createUser(pool, hasher, { email: 'ana@acme.test', password: 'a long password' });
    expect(await begin()).toBe(null);
    expect(await count('projects')).toBe(0);
    expect(await count('demo')).toBe(0);
  });

  it('again where it was cut short, without making anything twice', async () => {
    await (await begin())?.stop();
    await pool.query("delete from affiliates where aff_id = '1003'");
    await pool.query("delete from projects where slug = 'fernway-nutrition'");
    await (await begin())?.stop();
    expect(await count('projects')).toBe(2);
    expect(await count('affiliates')).toBe(6);
    expect(await count('offers')).toBe(12);
    expect(await count('users')).toBe(1);
  });
});

describe('its password', () => {
  it('is the operator’s', async () => {
    const demo = await beginShort('first word of mine');
    await demo.stop();
    const changed = await beginShort('second word of mine');
    await changed.stop();
    const user = await findUserByEmail(pool, demoEmail);
    expect(changed.password).toBe('second word of mine');
    expect(await hasher.verify(user?.passwordHash ?? null, 'second word of mine')).toBe(true);
  });

  it('is not told when somebody has chosen another one', async () => {
    await (await beginShort()).stop();
    const user = await findUserByEmail(pool, demoEmail);
    await setPassword(pool, hasher, user?.id ?? 0, 'chosen in the settings');
    const again = await beginShort();
    await again.stop();
    expect(again.password).toBe(null);
    const kept = await findUserByEmail(pool, demoEmail);
    expect(await hasher.verify(kept?.passwordHash ?? null, 'chosen in the settings')).toBe(true);
  });
});

describe('its history', () => {
  it('is what the generator made, up to the moment of the start', async () => {
    const demo = await beginShort();
    await demo.filled;
    await demo.stop();
    expect(await count(tracked)).toBe(expected(0, start));
    expect(await count("inbox where payload ->> 'kind' = 'cost'")).toBeGreaterThan(days * 20);
    expect(await count('payouts')).toBeGreaterThanOrEqual(6);
  });

  it('tells how much of it is there, until all of it is', async () => {
    const demo = await beginShort();
    const told = [demo.filling()];
    await demo.filled;
    told.push(demo.filling());
    await demo.stop();
    expect(told).toEqual([{ days: 0, of: days }, null]);
  });

  it('says of every event that it came within the hour, and is news for the last hour alone', async () => {
    const demo = await beginShort();
    await demo.filled;
    await demo.stop();
    const late = `inbox where (payload -> 'event' ->> 'ingested_at')::timestamptz
      - (payload -> 'event' ->> 'event_time')::timestamptz not between '0 s' and '1 h'`;
    expect(await count(late)).toBe(0);
    const news = await count(`${tracked} and payload -> 'isHistory' is null`);
    expect(news).toBe(expected(start - 60 * MINUTE - 1, start));
    expect(news).toBeGreaterThan(0);
  });

  it('is the same after any number of interruptions', async () => {
    const whole = await beginShort();
    await whole.filled;
    await whole.stop();
    const undisturbed = await waiting();
    await pool.query('truncate users, projects, demo, inbox, deliveries restart identity cascade');

    for (const least of [1, 3_000, 6_000]) {
      const cut = await beginShort();
      await expect.poll(() => count('inbox'), { timeout: 30_000 }).toBeGreaterThan(least);
      await cut.stop();
    }
    expect(await count('demo where filled_from > 0')).toBe(1);
    const last = await beginShort();
    await last.filled;
    await last.stop();
    expect(await waiting()).toEqual(undisturbed);
  });
});

describe('its live traffic', () => {
  const minutes = async (many: number) => {
    time += many * MINUTE;
    await expect
      .poll(() => count('demo where live_until >= $1', now()), { timeout: 20_000 })
      .toBe(1);
  };

  it('goes on where the history ends, and catches up after a pause, once', async () => {
    const first = await beginShort();
    await first.filled;
    await minutes(40);
    await first.stop();
    expect(await count(tracked)).toBe(expected(0, start + 40 * MINUTE));

    time += 30 * 60 * MINUTE;
    const second = await beginShort();
    await minutes(1);
    await second.stop();
    expect(await count(tracked)).toBe(expected(0, time));
    expect(await count('deliveries where seen > 1')).toBe(0);
  });

  it('ends with a shop that somebody deleted, and the next start does not bring it back', async () => {
    const first = await beginShort();
    await first.filled;
    await pool.query("delete from projects where slug = 'fernway-nutrition'");
    await pool.query('truncate inbox');
    await minutes(600);
    await first.stop();
    const lost = 'inbox where project_id not in (select id from projects)';
    expect(await count('inbox')).toBeGreaterThan(0);
    expect(await count(lost)).toBe(0);

    const second = await beginShort();
    await minutes(40);
    await second.stop();
    expect(await count('projects')).toBe(1);
    expect(await count(lost)).toBe(0);
  });
});
