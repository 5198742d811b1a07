import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartProblem } from '../start-problem.ts';

/** The system user that runs PostgreSQL when we are root, which PostgreSQL refuses to be. */
export type Account = { uid: number; gid: number };

/** Where the system user finds what a private home would hide from it. */
export const sharedFolder = '/var/lib/clickledger';

const userName = 'clickledger';
const run = promisify(execFile);

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function systemAccount(): Promise<Account> {
  const known = await find(userName);
  if (known) return known;
  await run('useradd', [
    ...['--system', '--user-group', '--no-create-home', '--home-dir', sharedFolder],
    ...['--shell', '/usr/sbin/nologin', userName],
  ]).catch(() => null);
  const account = (await find(userName)) ?? (await find('nobody'));
  if (account) return account;
  throw new StartProblem(
    'PostgreSQL does not run as root and no system user could be made for it: ' +
      'start as an ordinary user or set DATABASE_URL.',
  );
}

/** Whether the user may pass through every folder above `path` and through `path` itself. */
export async function canEnter(path: string, { uid, gid }: Account): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(path);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if (!(mode & bit)) return false;
  return dirname(path) === path || canEnter(dirname(path), { uid, gid });
}

/** A folder that belongs to the user that runs PostgreSQL: us, or the account when we are root. */
export async function ownFolder(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

async function find(name: string): Promise<Account | null> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((user) => user.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
