import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDataDir } from '#server/platform/data-dir.ts';
import { killApp, openTemporary, startApp, temporaryFolder } from './temporary-stores.ts';

const rights = async (path: string) => (await stat(path)).mode & 0o777;

describe('DATA_DIR', () => {
  it('is created with its parents and only for its owner', async () => {
    const path = join(await temporaryFolder(), 'deep', 'data');
    await openTemporary(path);
    expect(await rights(path)).toBe(0o700);
  });

  it('is closed to others when it is new', async () => {
    const path = await temporaryFolder();
    await chmod(path, 0o755);
    await openTemporary(path);
    expect(await rights(path)).toBe(0o700);
  });

  it('keeps the permissions of a folder with other content', async () => {
    const path = await temporaryFolder();
    await chmod(path, 0o755);
    await writeFile(join(path, 'letter.txt'), 'Dear reader');
    await openTemporary(path);
    expect(await rights(path)).toBe(0o755);
  });

  it('gives one sentence why a path cannot be used', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(openDataDir(file)).rejects.toThrow(/^The data directory .*file cannot be used: /);
  });

  it('keeps a secret of its own for each name', async () => {
    const path = await temporaryFolder();
    const first = await openTemporary(path);
    const [secret, same, other] = await Promise.all([
      first.secret('postgres'),
      first.secret('postgres'),
      first.secret('tokens'),
    ]);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(same).toBe(secret);
    expect(other).not.toBe(secret);
    expect(await rights(join(path, 'secrets', 'postgres'))).toBe(0o600);
    expect(await readdir(join(path, 'secrets'))).toEqual(['postgres', 'tokens']);

    await first.close();
    const second = await openTemporary(path);
    expect(await second.secret('postgres')).toBe(secret);
  });

  it.each(['', 'a', ' '.repeat(43), '\0'.repeat(43), 'k'.repeat(31)])(
    'takes no damaged file for a secret: %j',
    async (left) => {
      const dataDir = await openTemporary();
      await dataDir.secret('tokens');
      await writeFile(join(dataDir.path, 'secrets', 'tokens'), left);
      await expect(dataDir.secret('tokens')).rejects.toThrow(
        `The secret in ${join(dataDir.path, 'secrets', 'tokens')} is damaged: restore the file from a backup.`,
      );
    },
  );

  it('accepts no path as the name of a secret', async () => {
    const dataDir = await openTemporary();
    await expect(dataDir.secret('../other')).rejects.toThrow('is no name');
  });
});

describe('the lock of DATA_DIR', () => {
  it('refuses a second process within two seconds and changes nothing', async () => {
    const path = await temporaryFolder();
    const dataDir = await openTemporary(path);
    await dataDir.secret('postgres');
    const before = await contents(path);

    const [child, message] = await startApp(path);
    expect(message.refused).toBe(
      `Another Clickledger is already running on ${path} (process ${process.pid}).`,
    );
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(1);
    expect(await contents(path)).toEqual(before);

    const began = performance.now();
    await expect(openDataDir(path)).rejects.toThrow('already running');
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('is free after its owner closed it', async () => {
    const path = await temporaryFolder();
    await (await openTemporary(path)).close();
    expect(await readdir(path)).toEqual([]);
    await openTemporary(path);
  });

  it('is taken over at once from an owner that was killed', async () => {
    const path = await temporaryFolder();
    const [child] = await startApp(path);
    await killApp(child);
    expect(await readdir(path)).toEqual(['lock']);
    const began = performance.now();
    await openTemporary(path);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('goes to exactly one of several that find it stale', async () => {
    const path = await temporaryFolder();
    const [child] = await startApp(path);
    await killApp(child);
    const starts = await Promise.all([1, 2, 3, 4].map(() => startApp(path)));
    const refusals = starts.filter(([, { refused }]) => refused?.includes('already running'));
    expect(refusals).toHaveLength(3);
    expect(await readdir(path)).toEqual(['lock']);
  });

  it('is not trusted for a process that merely has the same number', async () => {
    const path = await temporaryFolder();
    const dataDir = await openTemporary(path);
    const owner = JSON.parse(await readFile(join(path, 'lock'), 'utf8'));
    await dataDir.close();
    await writeFile(join(path, 'lock'), JSON.stringify({ ...owner, started: '1' }));
    await openTemporary(path);
  });

  it.each(['', 'null', '5', '""', '[]', '{}', '\0\0', '{"pid":1'])(
    'that holds %j is free',
    async (left) => {
      const path = await temporaryFolder();
      await writeFile(join(path, 'lock'), left);
      await openTemporary(path);
      expect(await readdir(path)).toEqual(['lock']);
    },
  );

  it('of another machine counts while its time moves', async () => {
    const path = await temporaryFolder();
    await mkdir(path, { recursive: true });
    const lock = join(path, 'lock');
    await writeFile(lock, JSON.stringify({ token: 't', pid: 1, started: '1', realm: 'elsewhere' }));
    const beat = setInterval(() => utimes(lock, new Date(), new Date()), 300);
    await expect(openDataDir(path)).rejects.toThrow('already running');
    clearInterval(beat);
    await openTemporary(path);
  });
});

/** Every file with its permissions and contents; the lock's heartbeat touches only its time. */
async function contents(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode } = await stat(path);
      const hash = entry.isFile() ? createHash('sha256').update(await readFile(path)) : null;
      return `${path} ${mode} ${hash?.digest('hex') ?? ''}`;
    }),
  );
}
