import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import { openSession } from '#server/accounts/sessions.ts';
import type { BillingSettings } from '#server/billing/settings.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { changesOfUpgrades } from '#server/installation/upgrade-changes.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { addProject, type Stores, startStores } from '#tests/support/stores.ts';
import { keys } from '../support/stripe.ts';

const now = () => new Date('2026-11-20T12:00:00.000Z');
const id = 'profit-orders-costs';
const migrations = join(projectRoot, 'server', 'database', 'migrations');

/** Removes all tables and applies the migrations before the one with this number. */
async function migrateBefore(pool: pg.Pool, number: string): Promise<void> {
  await pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-migrations-'));
  try {
    await cp(migrations, folder, { recursive: true });
    const journal = join(folder, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
    const earlier = entries.filter(({ tag }: { tag: string }) => tag < number);
    await writeFile(journal, JSON.stringify({ ...rest, entries: earlier }));
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type User = { id: number; token: string };

async function insertUser(pool: pg.Pool, { isSuperuser = false } = {}): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, is_superuser) values ($1, 'none', $2) returning id`,
    [`${randomBytes(6).toString('hex')}@people.test`, isSuperuser],
  );
  return rows[0]?.id ?? 0;
}

/** A session of the user on a device. */
const signIn = async (pool: pg.Pool, id: number, userAgent = ''): Promise<User> => ({
  id,
  token: await openSession(pool, id, { now: now(), userAgent }),
});

const addUser = async (pool: pg.Pool, flags = {}): Promise<User> =>
  signIn(pool, await insertUser(pool, flags));

const addMembership = (pool: pg.Pool, user: Pick<User, 'id'>, project: number, role: Role) =>
  pool.query('insert into memberships (user_id, project_id, role) values ($1, $2, $3)', [
    user.id,
    project,
    role,
  ]);

async function addMember(pool: pg.Pool, project: number, role: Role): Promise<User> {
  const user = await addUser(pool);
  await addMembership(pool, user, project, role);
  return user;
}

const appOver = ({ pool, warehouse }: Stores, billing: BillingSettings = { mode: 'manual' }) =>
  appOf(productModules({ pool, reader: warehouse.reader, now, billing }));

const send = (app: FastifyInstance, method: 'POST' | 'DELETE', url: string, user?: User) =>
  app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: user ? { authorization: `Token ${user.token}` } : {},
  });

async function noticesOf(app: FastifyInstance, user: User): Promise<Session['upgrade_notices']> {
  const answer = await send(app, 'POST', 'auth/check/', user);
  expect(answer.statusCode).toBe(200);
  return answer.json().upgrade_notices;
}

const dismiss = (app: FastifyInstance, user?: User, notice = id) =>
  send(app, 'DELETE', `upgrade-notices/${notice}/`, user);

describe('a fresh installation', () => {
  let stores: Stores;
  let app: FastifyInstance;
  beforeAll(async () => {
    stores = await startStores();
    app = await appOver(stores);
  });
  afterAll(async () => {
    await app?.close();
    await stores?.stop();
  });

  it('notifies no user of any role, and has nothing to dismiss', async () => {
    const { pool } = stores;
    const project = await addProject(pool);
    const users = [await addUser(pool, { isSuperuser: true })];
    for (const role of roles) users.push(await addMember(pool, project.id, role));
    for (const user of users) {
      expect(await noticesOf(app, user)).toBeUndefined();
      expect((await dismiss(app, user)).statusCode).toBe(404);
    }
  });

  it('has no notice after a further start either', async () => {
    const { pool } = stores;
    await migrateDatabase(pool);
    expect((await pool.query('select from upgrade_notices')).rowCount).toBe(0);
  });
});

describe('an upgraded installation', () => {
  let stores: Stores;
  let app: FastifyInstance;
  let old: number;
  let oldOwner: User;

  beforeAll(async () => {
    stores = await startStores();
    const { pool } = stores;
    await migrateBefore(pool, '0038');
    old = (await addProject(pool)).id;
    const userId = await insertUser(pool);
    await addMembership(pool, { id: userId }, old, 'owner');
    await migrateDatabase(pool);
    oldOwner = await signIn(pool, userId);
    app = await appOver(stores);
  }, 120_000);
  afterAll(async () => {
    await app?.close();
    await stores?.stop();
  });

  it('notifies its owner with a sentence and each changed figure', async () => {
    const [notice, ...others] = (await noticesOf(app, oldOwner)) ?? [];
    expect(others).toEqual([]);
    expect(notice?.id).toBe(id);
    expect(notice?.text).toMatch(/^[A-Z].+\.$/);
    expect(notice?.changes.map(({ figure }) => figure)).toEqual(
      expect.arrayContaining(['Profit', 'Order ids', 'Costs']),
    );
  });

  it('notifies superusers, also without a project', async () => {
    const superuser = await addUser(stores.pool, { isSuperuser: true });
    expect(await noticesOf(app, superuser)).toHaveLength(1);
    expect((await dismiss(app, superuser)).statusCode).toBe(200);
    expect(await noticesOf(app, superuser)).toBeUndefined();
  });

  it.each(roles.filter((role) => role !== 'owner'))('does not notify the role %s', async (role) => {
    const user = await addMember(stores.pool, old, role);
    expect(await noticesOf(app, user)).toBeUndefined();
    expect((await dismiss(app, user)).json()).toEqual({ detail: 'Not found.' });
    await stores.pool.query("update memberships set role = 'owner' where user_id = $1", [user.id]);
    expect(await noticesOf(app, user), 'once they are an owner').toHaveLength(1);
  });

  it('does not notify the owner of a project that was created later', async () => {
    const later = await addProject(stores.pool);
    const owner = await addMember(stores.pool, later.id, 'owner');
    expect(await noticesOf(app, owner)).toBeUndefined();
    await addMembership(stores.pool, owner, old, 'viewer');
    expect(await noticesOf(app, owner), 'who only reads the old project').toBeUndefined();
    expect((await dismiss(app, owner)).statusCode).toBe(404);
  });

  it('notifies each owner once, in every session, until they dismiss it', async () => {
    const { pool } = stores;
    const other = await addMember(pool, old, 'owner');
    const elsewhere = await signIn(pool, oldOwner.id, 'another device');
    expect(await noticesOf(app, elsewhere)).toHaveLength(1);
    expect((await dismiss(app, oldOwner)).statusCode).toBe(200);
    expect((await dismiss(app, elsewhere)).statusCode, 'again').toBe(200);
    expect(await noticesOf(app, oldOwner)).toBeUndefined();
    expect(await noticesOf(app, elsewhere)).toBeUndefined();
    expect(await noticesOf(app, other), 'the other owner').toHaveLength(1);
    await migrateDatabase(pool);
    expect(await noticesOf(app, oldOwner), 'after a further start').toBeUndefined();
  });

  it('keeps a dismissal after a further project, and forgets it with the user', async () => {
    const { pool } = stores;
    const owner = await addMember(pool, old, 'owner');
    await dismiss(app, owner);
    await addMembership(pool, owner, (await addProject(pool)).id, 'owner');
    expect(await noticesOf(app, owner)).toBeUndefined();
    await pool.query('delete from users where id = $1', [owner.id]);
    const dismissals = 'select from upgrade_notice_dismissals where user_id = $1';
    expect((await pool.query(dismissals, [owner.id])).rowCount).toBe(0);
  });

  it.each([
    ['an unknown notice', 'no-such-notice', 404],
    ['a name of an object', 'constructor', 404],
    ['a NUL', 'a%00b', 400],
    ['a long id', 'a'.repeat(65), 400],
  ])('refuses %s', async (_, notice, status) => {
    expect((await dismiss(app, oldOwner, notice)).statusCode).toBe(status);
  });

  it('notifies an owner whose project is not paid, who can dismiss it', async () => {
    const paying = await appOver(stores, {
      mode: 'stripe',
      stripe: { ...keys, apiUrl: 'http://127.0.0.1:9' },
    });
    const owner = await addMember(stores.pool, old, 'owner');
    expect(await noticesOf(paying, owner)).toHaveLength(1);
    expect((await dismiss(paying, owner)).statusCode).toBe(200);
    expect(await noticesOf(paying, owner)).toBeUndefined();
    await paying.close();
  });

  it('takes no dismissal without a session', async () => {
    expect((await dismiss(app)).statusCode).toBe(401);
  });

  it('skips a notice that this build does not know', async () => {
    await stores.pool.query(
      "insert into upgrade_notices (id, last_project) values ('constructor', $1)",
      [old],
    );
    const owner = await addMember(stores.pool, old, 'owner');
    expect((await noticesOf(app, owner))?.map((notice) => notice.id)).toEqual([id]);
  });
});

describe('the list of changes', () => {
  it('has a text for every notice that a migration inserts, and no other', async () => {
    const journal = JSON.parse(await readFile(join(migrations, 'meta', '_journal.json'), 'utf8'));
    const files = await Promise.all(
      journal.entries.map(({ tag }: { tag: string }) =>
        readFile(join(migrations, `${tag}.sql`), 'utf8'),
      ),
    );
    const inserted = files.flatMap((sql) =>
      [...sql.matchAll(/INSERT INTO "upgrade_notices" [^']*'([^']+)'/g)].map(([, name]) => name),
    );
    expect(changesOfUpgrades.map((upgrade) => upgrade.id)).toEqual(inserted);
  });

  it('names the figures that the changelog names', async () => {
    const changelog = await readFile(join(projectRoot, 'CHANGELOG.md'), 'utf8');
    const parts = changelog.split('### Figures that change on upgrade').slice(1);
    const lines = parts.flatMap((part) => part.split(/\n##/)[0]?.match(/^- .*$/gm) ?? []);
    const named = lines.map((line) => /^- \*\*(.+?)\*\*/.exec(line)?.[1] ?? line);
    const figures = changesOfUpgrades.flatMap(({ changes }) => changes.map(({ figure }) => figure));
    expect(figures.sort()).toEqual(named.sort());
  });
});
