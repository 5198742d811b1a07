import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { openSession } from '#server/accounts/sessions.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { type Stores, sharedStores, silent } from '#tests/support/stores.ts';

export const noon = new Date('2026-11-20T12:00:00.000Z');
export const minuteBeforeNoon = '2026-11-20T11:59:00.000Z';

export type Shop = {
  projectId: number;
  pixelId: number;
  key: string;
  serverKey: string;
  token: string;
};

export type PublicFixture = {
  app: FastifyInstance;
  pool: pg.Pool;
  stores: Stores;
  mover: Mover;
  /** Sets the clock of this fixture; every test begins at noon. */
  setNow(at: Date): void;
};

/** The whole product over the stores of this process, with a mover that moves on `flush`. */
export function publicFixture(): () => PublicFixture {
  const stores = sharedStores();
  let fixture: PublicFixture | null = null;
  beforeAll(async () => {
    let at = noon;
    const now = () => at;
    const { pool, warehouse } = stores();
    const mover = startMover({ pool, warehouse, log: silent, now });
    const app = await appOf(
      productModules({
        pool,
        reader: warehouse.reader,
        now,
        wake: mover.wake,
        watermark: mover.watermark,
      }),
    );
    fixture = {
      app,
      pool,
      stores: stores(),
      mover,
      setNow: (to) => {
        at = to;
      },
    };
  });
  afterAll(async () => {
    await fixture?.app.close();
    await fixture?.mover.stop();
  });
  return () => {
    if (!fixture) throw new Error('The fixture is created before the first test, not earlier.');
    return fixture;
  };
}

type PixelSettings = { domains?: string[]; consentMode?: string; status?: string };

/** A company of its own with an owner, one affiliate, one offer and the primary pixel. */
export async function openShop(
  { pool }: PublicFixture,
  { domains = [], consentMode = 'assumed', status = 'active' }: PixelSettings = {},
): Promise<Shop> {
  const name = `shop-${randomBytes(6).toString('hex')}`;
  const serverKey = `ck_${name}`;
  const key = `mp_${randomBytes(12).toString('hex')}`;
  const { rows: projects } = await pool.query<{ id: number }>(
    `insert into projects (name, slug, url, collect_key_hash, collect_key_start)
     values ($1, $1, 'https://shop.test/', $2, 'ck_') returning id`,
    [name, hash('sha256', serverKey, 'buffer')],
  );
  const projectId = projects[0]?.id ?? 0;
  const { rows: pixels } = await pool.query<{ id: number }>(
    `insert into master_pixels (project_id, name, event_name, is_primary, public_key, domains, consent_mode, status)
     values ($1, 'Purchase', 'purchase', true, $2, $3, $4, $5) returning id`,
    [projectId, key, domains, consentMode, status],
  );
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash) values ($1, '') returning id`,
    [`${name}@shop.test`],
  );
  const userId = users[0]?.id ?? 0;
  await pool.query(`insert into memberships (user_id, project_id, role) values ($1, $2, 'owner')`, [
    userId,
    projectId,
  ]);
  const token = await openSession(pool, userId, { now: noon, userAgent: 'test' });
  return { projectId, pixelId: pixels[0]?.id ?? 0, key, serverKey, token };
}

export const browser =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';

export const post = (
  { app }: PublicFixture,
  body: object | string,
  headers: Record<string, string> = {},
  remoteAddress = '203.0.113.7',
) =>
  app.inject({
    method: 'POST',
    url: '/t/e',
    headers: { 'content-type': 'application/json', 'user-agent': browser, ...headers },
    remoteAddress,
    payload: body,
  });

/** The stored events of a project in their order of arrival, in the inbox or in the warehouse. */
export async function eventsOf(
  { stores, mover }: PublicFixture,
  projectId: number,
): Promise<EventRow[]> {
  await mover.flush();
  const answer = await stores.warehouse.reader.query({
    query: 'SELECT * FROM events WHERE project_id = {id:UInt32} ORDER BY event_time, event_name',
    query_params: { id: projectId },
    format: 'JSONEachRow',
  });
  return answer.json<EventRow>();
}

/** The dashboard of a project's day. */
export async function figuresOf({ app, mover }: PublicFixture, { projectId, token }: Shop) {
  await mover.flush();
  const answer = await app.inject({
    url: `/api/v1/rc-data/?affiliate_id=all&project_id=${projectId}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${token}` },
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
}

export async function addAffiliate(
  { pool }: PublicFixture,
  projectId: number,
  affid: string,
): Promise<void> {
  await pool.query('insert into affiliates (project_id, aff_id, name) values ($1, $2, $2)', [
    projectId,
    affid,
  ]);
}
