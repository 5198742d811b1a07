import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { lockDirectory } from './directory-lock.ts';
import { isCode } from './processes.ts';
import { StartProblem } from './start-problem.ts';

export type DataDir = {
  path: string;
  /** A random secret, created at first use and stored in a file that only its owner can read. */
  secret(name: string): Promise<string>;
  close(): Promise<void>;
};

/** Opens the directory that holds everything of an installation, for this process alone. */
export async function openDataDir(path: string): Promise<DataDir> {
  const directory = resolve(path);
  await create(directory);
  const lock = await lockDirectory(directory).catch((error) => refuse(directory, error));
  if ('heldBy' in lock) {
    throw new StartProblem(
      `Another Clickledger is already running on ${directory} (process ${lock.heldBy}).`,
    );
  }
  await close(directory);
  return {
    path: directory,
    secret: (name) => secretIn(directory, name),
    async close() {
      lock.release();
    },
  };
}

async function create(directory: string): Promise<void> {
  try {
    await mkdir(dirname(directory), { recursive: true });
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    if (isCode(error, 'EEXIST') && (await stat(directory)).isDirectory()) return;
    refuse(directory, error);
  }
}

function refuse(directory: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartProblem(`The data directory ${directory} cannot be used: ${reason}.`);
}

/** Removes the rights of other users from a directory that is new or ours. */
async function close(directory: string): Promise<void> {
  const { mode } = await stat(directory);
  const entries = await readdir(directory);
  const ours = entries.includes('secrets') || entries.every((entry) => entry.startsWith('lock'));
  if (ours && mode & 0o077) await chmod(directory, 0o700);
}

async function secretIn(directory: string, name: string): Promise<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`"${name}" is no name for a secret.`);
  const folder = join(directory, 'secrets');
  const file = join(folder, name);
  const known = await readFile(file, 'utf8').catch((error) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (known !== null) return whole(file, known);

  await mkdir(folder, { mode: 0o700, recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(randomBytes(32).toString('base64url'));
  await handle.sync();
  await handle.close();
  try {
    await link(draft, file);
    await syncFolder(folder);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

/** An empty or cut file would be a key that anyone can guess. */
function whole(file: string, secret: string): string {
  if (/^[\x21-\x7e]{32}/.test(secret)) return secret;
  throw new StartProblem(`The secret in ${file} is damaged: restore the file from a backup.`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
