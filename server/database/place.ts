import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataDir } from '../data-dir.ts';
import { type Lock, lockDirectory } from '../directory-lock.ts';
import { StartProblem } from '../start-problem.ts';
import { type Account, canEnter, isRoot, sharedFolder, systemAccount } from './account.ts';

/** Where the embedded PostgreSQL keeps its files, and as whom it runs (null: as ourselves). */
export type Place = { home: string; account: Account | null; lock: Lock | null };

/**
 * DATA_DIR, except for root when the system user cannot reach it: then a folder of this
 * installation below /var/lib/clickledger, named by an id that is kept in DATA_DIR.
 */
export async function choosePlace(dataDir: DataDir): Promise<Place> {
  if (!isRoot()) return { home: dataDir.path, account: null, lock: null };

  const account = (await ownerOf(join(dataDir.path, 'postgres'))) ?? (await systemAccount());
  if (await canEnter(dirname(dataDir.path), account)) {
    const { mode } = await stat(dataDir.path);
    if (!(mode & 0o001)) await chmod(dataDir.path, mode | 0o011);
    return { home: dataDir.path, account, lock: null };
  }

  const id = (await dataDir.secret('installation')).replaceAll(/[^a-zA-Z0-9]/g, '').slice(0, 16);
  const home = join(sharedFolder, id);
  await mkdir(home, { recursive: true, mode: 0o711 });
  await chmod(sharedFolder, 0o711);
  const lock = await lockDirectory(home);
  if ('heldBy' in lock) {
    throw new StartProblem(
      `Another Clickledger is already running on a copy of ${dataDir.path} (process ${lock.heldBy}).`,
    );
  }
  return { home, account: (await ownerOf(join(home, 'postgres'))) ?? account, lock };
}

/** A database that exists keeps its owner. */
async function ownerOf(path: string): Promise<Account | null> {
  const found = await stat(path).catch(() => null);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null;
}
