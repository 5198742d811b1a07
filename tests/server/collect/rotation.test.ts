import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { projectSchema } from '#contract/projects/schemas.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { digestOf } from '#server/accounts/secret.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { post } from './collector.ts';

const stores = sharedStores();
const now = () => new Date('2026-11-20T12:00:00.000Z');

async function company() {
  const { pool } = stores();
  const password = 'correct horse battery';
  const email = `${crypto.randomUUID()}@acme.test`;
  const owner = await createUser(pool, createHasher(), { email, password });
  const token = await openSession(pool, owner.id, { now: now(), userAgent: 'test' });
  const { project, collectKey } = await createProject(pool, { name: 'Acme', createdBy: owner.id });
  return { project, token, collectKey };
}

/** One process of the product: the stores are shared, what it remembers of them is not. */
async function startProcess(): Promise<FastifyInstance> {
  const { pool, warehouse } = stores();
  const app = await appOf(productModules({ pool, reader: warehouse.reader, now }));
  onTestFinished(() => app.close());
  return app;
}

async function rotate(
  app: FastifyInstance,
  { project, token }: Awaited<ReturnType<typeof company>>,
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/projects/${project.id}/rotate-collect-key/`,
    headers: { authorization: `Token ${token}` },
  });
  return projectSchema.parse(answer.json()).collect_key;
}

const click = { event_name: 'click', click_id: 'ck_1' };
const send = async (app: FastifyInstance, key: string) =>
  (await post(app, [click], '', key)).statusCode;
const postback = async (app: FastifyInstance, key: string) =>
  (await app.inject({ url: `/t/pb?key=${key}&click_id=ck_1&txid=t1&payout=5` })).statusCode;

const countsOf = async (projectId: number) => {
  const { rows } = await stores().pool.query(
    `select (select count(*)::int from inbox where project_id = $1) as events,
       (select coalesce(sum(seen), 0)::int from deliveries where project_id = $1) as deliveries,
       (select coalesce(sum(count), 0)::int from rejections where project_id = $1) as refused,
       (select count(*)::int from postback_words where project_id = $1) as words`,
    [projectId],
  );
  return rows[0];
};

it('a rotated collect key is refused by the very next request', async () => {
  const app = await startProcess();
  const acme = await company();
  expect(await send(app, acme.collectKey)).toBe(202);
  const fresh = await rotate(app, acme);
  expect([await send(app, acme.collectKey), await send(app, fresh)]).toEqual([401, 202]);
});

describe('another process that used a key a moment ago', () => {
  it('refuses it once the rotation was answered, and counts nothing of the call', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const acme = await company();
    const old = acme.collectKey;
    expect([await send(other, old), await postback(other, old)]).toEqual([202, 200]);
    const before = await countsOf(acme.project.id);
    const fresh = await rotate(one, acme);
    expect([await send(other, old), await postback(other, old)]).toEqual([401, 403]);
    const refusable = [click, { event_name: '' }];
    expect((await post(other, refusable, '', old)).statusCode).toBe(401);
    expect((await post(other, [], '', old)).statusCode).not.toBe(202);
    expect(await countsOf(acme.project.id)).toEqual(before);
    expect([await send(other, fresh), await postback(other, fresh)]).toEqual([202, 200]);
  });

  it('takes the calls of other keys that came with it', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const [acme, second] = [await company(), await company()];
    const keys = [second.collectKey, acme.collectKey, second.collectKey];
    const sendAll = () => Promise.all(keys.map((key) => send(other, key)));
    expect(await sendAll()).toEqual([202, 202, 202]);
    const before = await countsOf(second.project.id);
    await rotate(one, acme);
    expect(await sendAll()).toEqual([202, 401, 202]);
    expect((await countsOf(second.project.id)).deliveries).toBe(before.deliveries + 2);
  });

  it('refuses an import key that was taken back or has expired', async () => {
    const other = await startProcess();
    const { pool } = stores();
    const acme = await company();
    const [taken, expired] = ['ik_taken', 'ik_expired'];
    for (const key of [taken, expired]) {
      await pool.query(
        'insert into import_keys (project_id, key_hash, expires_at) values ($1, $2, $3)',
        [acme.project.id, digestOf(key), new Date(now().getTime() + 60_000)],
      );
    }
    expect([await send(other, taken), await send(other, expired)]).toEqual([202, 202]);
    await pool.query('delete from import_keys where key_hash = $1', [digestOf(taken)]);
    await pool.query('update import_keys set expires_at = $2 where key_hash = $1', [
      digestOf(expired),
      now(),
    ]);
    expect([await send(other, taken), await send(other, expired)]).toEqual([401, 401]);
  });
});
