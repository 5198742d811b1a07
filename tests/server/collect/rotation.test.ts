import pino from 'pino';
import { expect, it } from 'vitest';
import { projectSchema } from '#contract/project.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { buildApp } from '#server/app.ts';
import { nounsOf } from '#server/nouns.ts';
import { createProject } from '#server/projects/repository.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { post } from './collector.ts';

const stores = sharedStores();
const log = pino({ level: 'silent' });
const now = () => new Date('2026-11-20T12:00:00.000Z');

async function startProduct() {
  const { pool, warehouse } = stores();
  return buildApp({
    log,
    version: '0.0.0',
    trustProxy: false,
    pages: {
      directory: null,
      config: {
        api_base_url: '',
        cube_api_url: '',
        collect_url: '',
        stripe_public_key: null,
        sentry_dsn: null,
      },
    },
    ready: async () => true,
    nouns: nounsOf({
      pool,
      reader: warehouse.reader,
      hasher: createHasher(),
      log,
      now,
      wake: () => undefined,
      watermark: async () => now(),
      analyticsSecret: 'only for this test',
      version: '0.0.0',
      publicUrl: () => 'https://ledger.test',
      useCube: true,
    }),
  });
}

it('a rotated collect key is refused by the very next request', async () => {
  const { pool } = stores();
  const app = await startProduct();
  const password = 'correct horse battery';
  const owner = await createUser(pool, createHasher(), { email: 'owner@acme.test', password });
  const token = await openSession(pool, owner.id, { now: now(), userAgent: 'test' });
  const { project, collectKey } = await createProject(pool, { name: 'Acme', createdBy: owner.id });
  const click = { event_name: 'click', click_id: 'ck_1' };
  const send = async (key: string) => (await post(app, [click], '', key)).statusCode;

  expect(await send(collectKey)).toBe(202);
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/projects/${project.id}/rotate-collect-key/`,
    headers: { authorization: `Token ${token}` },
  });
  const { collect_key: fresh } = projectSchema.parse(answer.json());
  expect([await send(collectKey), await send(fresh)]).toEqual([401, 202]);
  await app.close();
});
