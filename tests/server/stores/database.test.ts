import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectDatabase } from '#server/database/connect.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { openPool } from '#server/database/pool.ts';
import { isAlive, processesIn, processesOf } from '#server/platform/processes.ts';
import {
  folderWithDatabase,
  killApp,
  log,
  openTemporary,
  startApp,
  startDatabase,
  temporaryFolder,
} from './temporary-stores.ts';

const run = promisify(execFile);

describe('the embedded database', () => {
  it('keeps its rows across a restart, and starts fast', async () => {
    const dataDir = await openTemporary();
    const first = await startDatabase(dataDir);
    await first.pool.query("create table notes (text text); insert into notes values ('kept')");
    const pid = first.pid() ?? 0;
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const began = performance.now();
    const second = await startDatabase(dataDir);
    expect(performance.now() - began).toBeLessThan(3_000);
    const { rows } = await second.pool.query('select text from notes');
    expect(rows).toEqual([{ text: 'kept' }]);
  });

  it('commits to the disk, and works as an owner that is no superuser', async () => {
    const { pool } = await startDatabase(await openTemporary());
    const { rows } = await pool.query(
      `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit,
        current_setting('full_page_writes') pages, rolsuper superuser,
        pg_get_userbyid(datdba) owner, lower('ÄÖÜ') lower
       from pg_roles, pg_database where rolname = current_user and datname = current_database()`,
    );
    expect(rows).toEqual([
      {
        fsync: 'on',
        commit: 'on',
        pages: 'on',
        superuser: false,
        owner: 'clickledger',
        lower: 'äöü',
      },
    ]);
  });

  it('lets no user in without the password, and listens on no port', async () => {
    const { url, pool } = await startDatabase(await openTemporary(await folderWithDatabase()));
    const wrong = new URL(url);
    wrong.password = 'guess';
    const client = new pg.Client({ connectionString: wrong.href });
    await expect(client.connect()).rejects.toThrow('password authentication failed');
    const { rows } = await pool.query("select current_setting('listen_addresses') addresses");
    expect(rows).toEqual([{ addresses: '' }]);
  });

  it('may end in the middle of a transaction without ending the app', async () => {
    const { url, pool: other } = await startDatabase(
      await openTemporary(await folderWithDatabase()),
    );
    const lost = vi.fn<(reason: string) => void>();
    const pool = openPool({ connectionString: url, max: 1 }, lost);
    const client = await pool.connect();
    const { rows } = await client
      .query<{ pid: number }>('begin; select pg_backend_pid() pid')
      .then((results) => [results].flat().at(-1) ?? { rows: [] });
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => lost.mock.calls).not.toEqual([]);
    expect(lost).toHaveBeenCalledWith('terminating connection due to administrator command');
    client.release(true);
    await pool.query('select 1');
    await pool.end();
  });

  it('starts anew after a crash in the middle of its creation', async () => {
    const path = await temporaryFolder();
    await mkdir(join(path, 'postgres.new'));
    await writeFile(join(path, 'postgres.new', 'half'), '');
    await startDatabase(await openTemporary(path));
    expect(await readdir(path)).not.toContain('postgres.new');
  });

  it('writes nothing more when the app ends before its shutdown is done', async () => {
    const path = await folderWithDatabase();
    const [child, before] = await startApp(path, 'database');
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
    await expect.poll(() => processesIn(join(path, 'postgres')), { timeout: 10_000 }).toEqual([]);
    expect(isAlive(before.database ?? 0)).toBe(false);
    // A server that shuts down by itself removes this file at its end.
    expect(await readdir(join(path, 'postgres'))).toContain('postmaster.pid');
    const { pool } = await startDatabase(await openTemporary(path));
    await pool.query('select 1');
  });

  it('leaves the shell of an operator in its folder alone when it is killed', async () => {
    const dataDir = await openTemporary();
    const server = await startEmbedded(dataDir, log);
    const folder = join(dataDir.path, 'postgres');
    const shell = spawn('sleep', ['60'], { cwd: folder, stdio: 'ignore' });
    const below = spawn('sh', ['-c', 'sleep 60; true'], { cwd: folder, stdio: 'ignore' });
    onTestFinished(() => {
      shell.kill('SIGKILL');
      below.kill('SIGKILL');
    });
    onTestFinished(() => server.stop());
    const first = server.pid();
    const children = processesOf(first, { folder, program: '/nowhere' });
    expect(children.length).toBeGreaterThan(3);
    expect(children).not.toContain(shell.pid);
    server.replace();
    await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    expect([shell, below].map(({ pid }) => isAlive(pid ?? 0))).toEqual([true, true]);
    await expect.poll(() => server.pid(), { timeout: 30_000 }).not.toBe(first);
  });

  it('is adopted when the app before was killed', async () => {
    const path = await folderWithDatabase();
    const [child, before] = await startApp(path, 'database');
    await killApp(child);
    const database = await startDatabase(await openTemporary(path));
    expect(database.pid()).toBe(before.database);
    await database.pool.query('select 1');
    await database.stop();
    expect(isAlive(before.database ?? 0)).toBe(false);
  });

  it('is replaced when the app before was killed and the server does not answer', async () => {
    const path = await folderWithDatabase();
    const [child, before] = await startApp(path, 'database');
    const pid = before.database ?? 0;
    process.kill(pid, 'SIGSTOP');
    await killApp(child);
    const database = await startDatabase(await openTemporary(path));
    expect(database.pid()).not.toBe(pid);
    expect(isAlive(pid)).toBe(false);
    await database.pool.query('select 1');
  });

  it.each(['', '0\n', '-1\n', 'x\n'])('starts although its lock holds %j', async (left) => {
    const path = await folderWithDatabase();
    await writeFile(join(path, 'postgres', 'postmaster.pid'), left);
    const database = await startDatabase(await openTemporary(path));
    expect((await database.pool.query('select 1')).rowCount).toBe(1);
  });

  it('starts although another process has the number that a dead server left', async () => {
    const dataDir = await openTemporary(await folderWithDatabase());
    const first = await startDatabase(dataDir);
    await first.stop();
    const folder = join(dataDir.path, 'postgres');
    const lines = [process.pid, folder, 1, 5432, '.', '', '', 'ready'];
    await writeFile(join(folder, 'postmaster.pid'), lines.join('\n'));
    const second = await startDatabase(dataDir);
    await second.pool.query('select 1');
  });

  it('starts although another server has the number that a dead one left', async () => {
    const other = await startDatabase(await openTemporary(await folderWithDatabase()));
    const dataDir = await openTemporary(await folderWithDatabase());
    const first = await startDatabase(dataDir);
    const folder = join(dataDir.path, 'postgres');
    const locks = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(folder, name));
    const left = await Promise.all(locks.map((lock) => readFile(lock, 'utf8')));
    await first.stop();
    const [pid, ...lines] = [`${other.pid()}`, ...(left[0]?.split('\n').slice(1) ?? [])];
    for (const lock of locks) await writeFile(lock, [pid, ...lines].join('\n'));
    const second = await startDatabase(dataDir);
    expect(second.pid()).not.toBe(other.pid());
    await second.pool.query('select 1');
    await other.pool.query('select 1');
  });

  it('restarts when its server is killed', async () => {
    const database = await startDatabase(await openTemporary(await folderWithDatabase()));
    const pid = database.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => database.pool.query('select 1').then(() => database.pid()), { timeout: 20_000 })
      .not.toBe(pid);
  });

  it('restarts when the cause of a failed start has passed', async () => {
    const dataDir = await openTemporary(await folderWithDatabase());
    const database = await startDatabase(dataDir);
    const control = join(dataDir.path, 'postgres', 'global', 'pg_control');
    await rename(control, `${control}.away`);
    process.kill(database.pid() ?? 0, 'SIGKILL');
    await expect
      .poll(() => readFile(join(dataDir.path, 'postgres.log'), 'utf8'), { timeout: 20_000 })
      .toContain('pg_control');
    await rename(`${control}.away`, control);
    await expect
      .poll(() => database.pool.query('select 1').then(({ rowCount }) => rowCount), {
        timeout: 20_000,
      })
      .toBe(1);
  });

  it('is in a session of its own, which Ctrl-C does not reach', async () => {
    const database = await startDatabase(await openTemporary(await folderWithDatabase()));
    const { stdout } = await run('ps', ['-o', 'sid=', '-p', String(database.pid())]);
    expect(Number(stdout)).toBe(database.pid());
  });

  it('names the version of a database it cannot open', async () => {
    const path = await temporaryFolder();
    await mkdir(join(path, 'postgres'));
    await writeFile(join(path, 'postgres', 'PG_VERSION'), '12\n');
    await expect(connectDatabase({ dataDir: await openTemporary(path), log })).rejects.toThrow(
      'was made by PostgreSQL 12',
    );
  });

  it.each(['removed', '', 'a file'])('is not created anew over a damaged one: %j', async (left) => {
    const dataDir = await openTemporary(await folderWithDatabase());
    const folder = join(dataDir.path, 'postgres');
    const broken = left === 'a file' ? folder : join(folder, 'PG_VERSION');
    await rm(broken, { recursive: true });
    if (left !== 'removed') await writeFile(broken, left);
    await expect(connectDatabase({ dataDir, log })).rejects.toThrow(
      `The database in ${folder} is damaged: restore it from a backup.`,
    );
    expect(await readdir(dataDir.path)).not.toContain('postgres.new');
  });

  it('reports secrets of another installation beside it', async () => {
    const path = await folderWithDatabase();
    const dataDir = await openTemporary(path);
    await (await startDatabase(dataDir)).stop();
    await writeFile(join(path, 'secrets', 'postgres'), 'another-password'.padEnd(43, '-'));
    await expect(connectDatabase({ dataDir, log })).rejects.toThrow('DATA_DIR/secrets/postgres');
  });

  it('fits into a directory whose name is too long for a socket', async () => {
    const path = join(await temporaryFolder(), 'a'.repeat(90));
    const database = await startDatabase(await openTemporary(path));
    await database.pool.query('select 1');
    const joined = await joinRunningDatabase(path);
    expect((await joined?.query('select 1 as n'))?.rows).toEqual([{ n: 1 }]);
    await joined?.end();
  });

  it('is in a folder that its user could not even enter', async () => {
    const path = join(await temporaryFolder(), 'private', 'data');
    await mkdir(dirname(path), { mode: 0o700 });
    const first = await startDatabase(await openTemporary(path));
    await first.pool.query('create table notes (text text)');
    const { uid } = await stat(join(path, 'postgres'));
    expect(uid === 0).toBe(false);
    const database = new URL(first.url).searchParams.get('host');
    expect(database).toBe(join(path, 'postgres'));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });
});

describe('a database that DATABASE_URL names', () => {
  it('is used as it is and never stopped', async () => {
    const dataDir = await openTemporary(await folderWithDatabase());
    const { url, pid } = await startDatabase(dataDir);
    const named = await connectDatabase({ dataDir, databaseUrl: url, log });
    await named.pool.query('select 1');
    await named.stop();
    expect(isAlive(pid() ?? 0)).toBe(true);
  });

  it('is refused with one sentence that holds no password', async () => {
    const dataDir = await openTemporary(await folderWithDatabase());
    const { url } = await startDatabase(dataDir);
    const wrong = new URL(url);
    wrong.password = 'guess';
    const refused = connectDatabase({ dataDir, databaseUrl: wrong.href, log });
    await expect(refused).rejects.toThrow(/^The database of DATABASE_URL refused the connection/);
    await expect(refused).rejects.not.toThrow('guess');
  });
});
