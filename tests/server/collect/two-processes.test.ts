import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { createProject } from '#server/projects/repository.ts';
import { startEngine } from '#server/warehouse/embedded.ts';
import {
  folderWithDatabase,
  log,
  openTemporary,
  startDatabase,
  temporaryFolder,
} from '../stores/temporary-stores.ts';

/** The settings of processes that share outer stores, and the database itself. */
async function outerStores() {
  const dataDir = await openTemporary(await folderWithDatabase());
  const database = await startDatabase(dataDir);
  const engine = await startEngine(dataDir, log);
  onTestFinished(() => engine.stop());
  const address = `127.0.0.1:${await engine.port()}`;
  const { writer, reader } = engine.passwords;
  const settings = {
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: `http://writer:${writer}@${address}`,
    CLICKHOUSE_READER_URL: `http://reader:${reader}@${address}/clickledger`,
    PIXEL_SECRET_KEY: 'one key for both processes of this test',
    ANALYTICS_SECRET_KEY: 'one key for both processes of this test',
  };
  return { settings, pool: database.pool };
}

/** A process of the product; resolves with its address when it has started. */
async function startProcess(settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: await temporaryFolder(),
      PORT: '0',
      DEMO: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /^Clickledger is at (\S+)$/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('The process ended before it had started.');
}

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
