import { expect, it } from 'vitest';
import { projectSchema } from '#contract/projects/schemas.ts';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { post } from './collector.ts';

const stores = sharedStores();
const now = () => new Date('2026-11-20T12:00:00.000Z');

it('a rotated collect key is refused by the very next request', async () => {
  const { pool, warehouse } = stores();
  const app = await appOf(productModules({ pool, reader: warehouse.reader, now }));
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
