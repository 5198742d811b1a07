import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartProblem } from '../platform/start-problem.ts';

/** The system user that runs PostgreSQL when the app runs as root, because PostgreSQL refuses to run as root. */
export type SystemUser = { uid: number; gid: number };

/** A folder that this user can enter, unlike a private home. */
export const sharedFolder = '/var/lib/clickledger';

const userName = 'clickledger';
const run = promisify(execFile);

/** The user that runs the database in `data`; null for the app's own. An existing database keeps its owner. */
export async function systemUserFor(data: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const found = await stat(data).catch(() => null);
  if (found && found.uid !== 0) return { uid: found.uid, gid: found.gid };
  return systemAccount();
}

async function systemAccount(): Promise<SystemUser> {
  const known = await find(userName);
  if (known) return known;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    sharedFolder,
    '--shell',
    '/usr/sbin/nologin',
    userName,
  ]).catch(() => null);
  const account = (await find(userName)) ?? (await find('nobody'));
  if (account) return account;
  throw new StartProblem(
    'PostgreSQL does not run as root and no system user could be made for it: ' +
      'start as an ordinary user or set DATABASE_URL.',
  );
}

async function find(name: string): Promise<SystemUser | null> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((user) => user.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
