import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { containerDeployment, serviceDeployment } from '../../support/deploy.ts';
import { outputOf } from '../../torture/support/product.ts';

const root = join(import.meta.dirname, '../../..');
const health = containerDeployment().health;
/** How the guide makes an account without a browser. */
const userCommand =
  /(node scripts\/run\.mjs \S+) you@example\.com/
    .exec(readFileSync(join(root, 'docs/operate.md'), 'utf8'))?.[1]
    ?.split(' ') ?? [];
const password = 'a phrase of seven unusual words';

/** The user without rights that the container and the service run as. Only root can switch to it. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A folder that this person can enter: that of a test run is private. */
const open = unprivileged.uid ? '/tmp' : tmpdir();

async function run(
  [program = '', ...args]: string[],
  variables: Record<string, string>,
): Promise<ChildProcess> {
  return spawn(program.endsWith('node') ? process.execPath : program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...unprivileged,
  });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  child.stdout?.resume();
  child.stderr?.resume();
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function stop(child: ChildProcess): Promise<number | null> {
  child.kill('SIGTERM');
  return exitOf(child);
}

async function call(url: string, path: string, body: object): Promise<Response> {
  return fetch(`${url}/api/v1/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

for (const [name, deployment] of [
  ['container', containerDeployment()],
  ['service', serviceDeployment()],
] as const) {
  test(`the ${name} starts, is healthy, and is restored from a stopped copy`, async () => {
    const folder = await mkdtemp(join(open, 'cl-'));
    if (unprivileged.uid) await chown(folder, unprivileged.uid, unprivileged.gid);
    const children: ChildProcess[] = [];
    const start = async (data: string) => {
      const variables = { ...deployment.variables, DATA_DIR: data, PORT: '0' };
      const child = await run(deployment.command, variables);
      children.push(child);
      const [, port = ''] = await outputOf(child)(/Clickledger is at http:\/\/[^:]+:(\d+)/);
      return { child, port, url: `http://127.0.0.1:${port}` };
    };
    try {
      const data = join(folder, 'data');
      const first = await start(data);
      expect(await exitOf(await run(health, { PORT: first.port }))).toBe(0);
      const person = { email: 'ana@acme.test', first_name: 'Ana', last_name: 'Ruiz', password };
      const registered = await call(first.url, 'registration', person);
      expect([registered.status, (await registered.json()).is_superuser]).toEqual([201, true]);
      expect(await exitOf(await run([...userCommand, 'bo@acme.test'], { DATA_DIR: data }))).toBe(0);
      expect(await stop(first.child)).toBe(0);
      expect(await exitOf(await run(health, { PORT: first.port }))).toBe(1);

      const copy = join(folder, 'copy');
      await cp(data, copy, { recursive: true, preserveTimestamps: true });
      if (unprivileged.uid) await ownAll(copy);
      const second = await start(copy);
      const entered = await call(second.url, 'auth/token', { email: person.email, password });
      expect(entered.status).toBe(200);
      expect(await stop(second.child)).toBe(0);
    } finally {
      for (const child of children) if (child.exitCode === null) await stop(child);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** What `cp --archive` keeps: the owner. */
async function ownAll(folder: string): Promise<void> {
  const child = spawn('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, folder]);
  expect(await exitOf(child)).toBe(0);
}
