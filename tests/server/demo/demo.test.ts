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

import { type Database, startDatabase } from '../accounts/test-app.ts';

const log = pino({ level: 'silent' });
const hasher = createHasher();
const seed = 20_260_101;
const start = Date.parse('2026-11-20T15:00:00.000Z');
const MINUTE = 60_000;
const days = 21;
const seeds = { seed, firstDay: addDays('2026-11-20', -days), startedAt: new Date(start) };

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
    select: () => Promise.reject(new Error('This test has no warehouse.')),
    dataDir,
    hasher,
    log,
    now,
    wake() {},
    say() {},
    env: { DEMO_DAYS: 400, DEMO_SEED: seed, DEMO_PASSWORD: password },
  });

/** A demo with a history of only three weeks, to save time. */
async function beginShort(password?: string) {
  await pool.query(
    `insert into demo (seed, first_day, started_at, filled_from, live_until) values ($1, $2, $3, $4, $3)
     on conflict do nothing`,
    [seed, seeds.firstDay, now(), days + 2],
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

/** The generator's events between two times, without costs. */
function expected(after: number, until: number): number {
  return demoProjects
    .flatMap((project) =>
      Array.from({ length: days + 3 }, (_, index) => trafficOf(seeds, project, index)),
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

describe('the start of a demo', () => {
  it('creates two shops, six partners, twelve offers and a person who may see them', async () => {
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

  it('gives its active offers terms from the first day on, and some of them access and caps', async () => {
    await (await begin())?.stop();
    const { rows } = await pool.query<{
      offer: string;
      terms: number;
      access: number;
      caps: number;
    }>(
      `select o.offer_id as offer,
         (select count(*)::int from offer_terms t where t.offer_id = o.id and t.starts_at < $1) as terms,
         (select count(*)::int from offer_access a where a.offer_id = o.id) as access,
         (select count(*)::int from offer_caps c where c.offer_id = o.id) as caps
       from offers o order by 1`,
      [new Date(start - 399 * 24 * 60 * MINUTE)],
    );
    expect(rows.map(({ offer, terms, access, caps }) => [offer, terms, access, caps])).toEqual([
      ['101', 3, 0, 0],
      ['102', 1, 0, 1],
      ['103', 1, 4, 0],
      ['104', 1, 2, 0],
      ['105', 0, 0, 0],
      ['106', 0, 0, 0],
      ['201', 2, 0, 1],
      ['202', 2, 0, 0],
      ['203', 1, 0, 0],
      ['204', 1, 1, 0],
      ['205', 0, 0, 0],
      ['206', 0, 0, 0],
    ]);
    expect(await count('offers where fallback_offer_id is not null')).toBe(2);
  });

  it('publishes three funnels, of which one feeds the dashboard', async () => {
    await (await begin())?.stop();
    const { rows } = await pool.query<{ slug: string; is_default: boolean; version: number }>(
      `select f.slug, f.is_default, v.version from funnels f
       join funnel_versions v on v.funnel_id = f.id where f.status = 'active' order by 1`,
    );
    expect(rows).toEqual([
      { slug: 'direct-link', is_default: false, version: 1 },
      { slug: 'sheet-test', is_default: true, version: 1 },
      { slug: 'sleep-guide', is_default: false, version: 1 },
    ]);
    expect(await count('funnel_annotations where not auto')).toBe(4);
    await pool.query("delete from projects where slug = 'larkspur-home'");
    expect(await count('funnels')).toBe(0);
  });

  it('happens in an empty installation only', async () => {
    await createUser(pool, hasher, { email: 'ana@acme.test', password: 'a long password' });
    expect(await begin()).toBe(null);
    expect(await count('projects')).toBe(0);
    expect(await count('demo')).toBe(0);
  });

  it('continues after an interruption, without creating anything twice', async () => {
    await (await begin())?.stop();
    await pool.query("delete from affiliates where aff_id = '1003'");
    await pool.query("delete from projects where slug = 'fernway-nutrition'");
    await pool.query("delete from funnels where slug = 'sleep-guide'");
    await (await begin())?.stop();
    expect(await count('projects')).toBe(2);
    expect(await count('funnels')).toBe(3);
    expect(await count('affiliates')).toBe(6);
    expect(await count('offers')).toBe(12);
    expect(await count('users')).toBe(1);
  });
});

describe('its password', () => {
  it('is set by the operator', async () => {
    const demo = await beginShort('first word of mine');
    await demo.stop();
    const changed = await beginShort('second word of mine');
    await changed.stop();
    const user = await findUserByEmail(pool, demoEmail);
    expect(changed.password).toBe('second word of mine');
    expect(await hasher.verify(user?.passwordHash ?? null, 'second word of mine')).toBe(true);
  });

  it('is not shown when a person has chosen another one', async () => {
    await (await beginShort()).stop();
    const user = await findUserByEmail(pool, demoEmail);
    await setPassword(pool, hasher, user?.id ?? 0, 'chosen in the settings');
    const again = await beginShort();
    await again.stop();
    expect(again.password).toBe(null);
    const stored = await findUserByEmail(pool, demoEmail);
    expect(await hasher.verify(stored?.passwordHash ?? null, 'chosen in the settings')).toBe(true);
  });
});

describe('its history', () => {
  it("contains the generator's events, up to the time of the start", async () => {
    const demo = await beginShort();
    await demo.backfilled;
    await demo.stop();
    expect(await count(tracked)).toBe(expected(0, start));
    expect(await count("inbox where payload ->> 'kind' = 'cost'")).toBeGreaterThan(days * 20);
    expect(await count('payouts')).toBeGreaterThanOrEqual(6);
  });

  it('reports its progress, until it is complete', async () => {
    const demo = await beginShort();
    const told = [demo.backfillProgress()];
    await demo.backfilled;
    told.push(demo.backfillProgress());
    await demo.stop();
    expect(told).toEqual([{ days: 0, of: days }, null]);
  });

  it('arrives within the hour of each event, and notifies only for the last hour', async () => {
    const demo = await beginShort();
    await demo.backfilled;
    await demo.stop();
    const late = `inbox where (payload -> 'event' ->> 'ingested_at')::timestamptz
      - (payload -> 'event' ->> 'event_time')::timestamptz not between '0 s' and '1 h'`;
    expect(await count(late)).toBe(0);
    const news = await count(`${tracked} and payload -> 'isHistory' is null`);
    expect(news).toBe(expected(start - 60 * MINUTE - 1, start));
    expect(news).toBeGreaterThan(0);
  });

  it('is the same after any number of interruptions', async () => {
    const full = await beginShort();
    await full.backfilled;
    await full.stop();
    const undisturbed = await waiting();
    await pool.query('truncate users, projects, demo, inbox, deliveries restart identity cascade');

    for (const least of [1, 3_000, 6_000]) {
      const cut = await beginShort();
      await expect.poll(() => count('inbox'), { timeout: 30_000 }).toBeGreaterThan(least);
      await cut.stop();
    }
    expect(await count('demo where filled_from > 0')).toBe(1);
    const last = await beginShort();
    await last.backfilled;
    await last.stop();
    expect(await waiting()).toEqual(undisturbed);
  });
});

describe('the caps of its offers', () => {
  it('get their limits by what is used when the history has been counted: one is full', async () => {
    const demo = await beginShort();
    await demo.backfilled;
    await pool.query(
      `insert into offer_counts (cap_id, period_start, used, counted_to)
       select id, 'epoch', 188, $1 from offer_caps`,
      [now()],
    );
    expect(await count('offer_caps where most = 1000000')).toBe(2);
    await pool.query('truncate inbox');
    const limits = async () =>
      (
        await pool.query<{ most: number }>('select most::float8 as most from offer_caps order by 1')
      ).rows.map(({ most }) => most);
    await expect.poll(limits, { timeout: 20_000 }).toEqual([188, 200]);
    await demo.stop();
  });
});

describe('its live traffic', () => {
  const minutes = async (many: number) => {
    time += many * MINUTE;
    await expect
      .poll(() => count('demo where live_until >= $1', now()), { timeout: 20_000 })
      .toBe(1);
  };

  it('continues where the history ends, and catches up after a pause, once', async () => {
    const first = await beginShort();
    await first.backfilled;
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

  it('ends with a deleted shop, and the next start does not restore it', async () => {
    const first = await beginShort();
    await first.backfilled;
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
