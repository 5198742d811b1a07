import { expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createProject } from '#server/projects/repository.ts';
import { outerStores, startProcess } from '../stores/outer-stores.ts';

async function post(url: string, key: string, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

it('once a rotation was answered, the other process takes the old key no more', async () => {
  const { settings, pool } = await outerStores();
  const one = await startProcess(settings);
  const other = await startProcess(settings);
  const email = 'owner@acme.test';
  const owner = await createUser(pool, createHasher(), {
    email,
    password: 'correct horse battery',
  });
  const token = await openSession(pool, owner.id, { now: new Date(), userAgent: 'test' });
  const { project, collectKey } = await createProject(pool, { name: 'Acme', createdBy: owner.id });

  const send = async (key: string) => {
    const events = [{ event_name: 'click', click_id: 'ck_1' }];
    return (await post(`${other}/api/v1/collect/server/`, key, { events })).status;
  };
  const postback = async (key: string) =>
    (await fetch(`${other}/t/pb?key=${key}&click_id=ck_1&txid=t1&payout=5`)).status;
  let key = collectKey;
  for (let turn = 0; turn < 5; turn += 1) {
    expect([await send(key), await postback(key)]).toEqual([202, 200]);
    const path = `/api/v1/projects/${project.id}/rotate-collect-key/`;
    const { body } = await post(one + path, token, {});
    expect([await send(key), await postback(key)]).toEqual([401, 403]);
    key = body.collect_key;
  }
}, 120_000);
