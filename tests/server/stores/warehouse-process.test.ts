import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseEnv } from '#server/platform/env.ts';
import { isAlive } from '#server/platform/processes.ts';
import { openStores } from '#server/stores.ts';
import { connectWarehouse } from '#server/warehouse/connect.ts';
import { startEngine } from '#server/warehouse/embedded.ts';
import { migrateWarehouse } from '#server/warehouse/migrate.ts';
import {
  countOf,
  endless,
  killApp,
  log,
  notes,
  openTemporary,
  rowsOf,
  startApp,
  startWarehouse,
  temporaryFolder,
} from './temporary-stores.ts';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

const insert = (id: number) => ({
  table: 'notes',
  values: [{ id, text: 'row' }],
  format: 'JSONEachRow' as const,
  clickhouse_settings: { insert_deduplication_token: `batch-${id}` },
});

/** The threads of a process with their names and priorities. */
async function threadsOf(pid: number): Promise<{ name: string; nice: number }[]> {
  const tasks = `/proc/${pid}/task`;
  return Promise.all(
    (await readdir(tasks)).map(async (thread) => {
      const [, name = '', rest = ''] =
        /\((.*)\) (.*)/s.exec(await readFile(join(tasks, thread, 'stat'), 'utf8')) ?? [];
      return { name, nice: Number(rest.split(' ')[16]) };
    }),
  );
}

describe('the process of the embedded warehouse', () => {
  it('keeps acknowledged rows and tokens when it is killed, and the clients continue', async () => {
    const warehouse = await startWarehouse(await openTemporary());
    const { writer, reader } = warehouse;
    await writer.command({ query: notes });
    for (let id = 0; id < 5; id++) {
      await writer.insert(insert(id));
      const pid = warehouse.pid() ?? 0;
      process.kill(pid, 'SIGKILL');
      await expect.poll(() => countOf(reader, 'notes'), { timeout: 10_000 }).toBe(id + 1);
      await writer.insert(insert(id));
      expect(await countOf(writer, 'notes')).toBe(id + 1);
      expect(warehouse.pid()).not.toBe(pid);
    }
  });

  it('keeps unused memory for a minute at most', async () => {
    const { reader } = await startWarehouse(await openTemporary());
    const messages = await rowsOf(
      reader,
      "SELECT extract(stats, 'opt\\\\.dirty_decay_ms: (\\\\d+)') AS stored FROM system.jemalloc_stats",
    );
    expect(messages).toEqual([{ stored: '60000' }]);
  });

  it.runIf(process.platform === 'linux')(
    'lowers the priority of every thread that computes',
    async () => {
      const warehouse = await startWarehouse(await openTemporary());
      const pid = warehouse.pid() ?? 0;
      const lower = Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
      await rowsOf(warehouse.reader, 'SELECT sum(number) AS all FROM numbers_mt(50000000)');
      expect(getPriority(pid)).toBe(lower);
      const computing = (await threadsOf(pid)).filter(({ name }) => name === 'ThreadPool');
      expect(computing.length).toBeGreaterThan(0);
      expect(computing.map(({ nice }) => nice)).toEqual(computing.map(() => lower));
      expect(await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => null)).toBeOneOf([
        null,
        expect.stringContaining(` nice ${lower}\n`),
      ]);
    },
  );

  it('is replaced when it is silent for five seconds', async () => {
    const warehouse = await startWarehouse(await openTemporary());
    const { writer, reader } = warehouse;
    await writer.command({ query: notes });
    await writer.insert(insert(1));
    const pid = warehouse.pid() ?? 0;
    process.kill(pid, 'SIGSTOP');
    await expect.poll(() => isAlive(pid), { timeout: 15_000, interval: 50 }).toBe(false);
    expect(await countOf(reader, 'notes')).toBe(1);
  });

  it('ends when its app was killed, and the next app opens the same data', async () => {
    const path = await temporaryFolder();
    const [child, message] = await startApp(path, 'warehouse');
    await killApp(child);
    await expect.poll(() => isAlive(message.warehouse ?? 0)).toBe(false);
    const warehouse = await startWarehouse(await openTemporary(path));
    expect(await warehouse.writer.ping()).toEqual({ success: true });
  });

  it('is ended by the next app when it was stopped at the death of its own', async () => {
    const path = await temporaryFolder();
    const [child, message] = await startApp(path, 'warehouse');
    const orphan = message.warehouse ?? 0;
    process.kill(orphan, 'SIGSTOP');
    await killApp(child);
    expect(isAlive(orphan)).toBe(true);
    const warehouse = await startWarehouse(await openTemporary(path));
    expect(await warehouse.writer.ping()).toEqual({ success: true });
    expect(isAlive(orphan)).toBe(false);
  });

  it('names the reason when another process uses the data', async () => {
    const first = await openTemporary();
    await startWarehouse(first);
    const path = await temporaryFolder();
    await symlink(join(first.path, 'warehouse'), join(path, 'warehouse'));
    const refused = connectWarehouse({ dataDir: await openTemporary(path), log });
    await expect(refused).rejects.toThrow(
      'The warehouse in DATA_DIR is in use by another process: stop that process first.',
    );
  });

  it('stops with everything acknowledged, also in the middle of reads', async () => {
    const dataDir = await openTemporary();
    const first = await startWarehouse(dataDir);
    await first.writer.command({ query: notes });
    const reads = Promise.allSettled([1, 2, 3].map(() => rowsOf(first.reader, endless)));
    const writes = Promise.all([1, 2, 3, 4].map((id) => first.writer.insert(insert(id))));
    await writes;
    const began = performance.now();
    await first.stop();
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(isAlive(first.pid() ?? 0)).toBe(false);
    expect((await reads).every(({ status }) => status === 'rejected')).toBe(true);

    const second = await startWarehouse(dataDir);
    expect(await countOf(second.reader, 'notes')).toBe(4);
  });

  it('is not reached by signals meant for the app', async () => {
    const warehouse = await startWarehouse(await openTemporary());
    const pid = warehouse.pid() ?? 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
    expect(await rowsOf(warehouse.reader, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(warehouse.pid()).toBe(pid);
  });
});

describe('a warehouse that CLICKHOUSE_URL names', () => {
  it('is used through two users, and never stopped', async () => {
    const dataDir = await openTemporary();
    const engine = await startEngine(dataDir, log);
    onTestFinished(() => engine.stop());
    const { writer, reader } = engine.passwords;
    const address = `127.0.0.1:${await engine.port()}`;
    const warehouse = await connectWarehouse({
      dataDir,
      log,
      clickhouseUrl: `http://writer:${writer}@${address}`,
      clickhouseReaderUrl: `http://reader:${reader}@${address}/clickledger`,
    });
    await migrateWarehouse(warehouse.writer);
    expect(await countOf(warehouse.reader, 'events')).toBe(0);
    await expect(warehouse.reader.command({ query: notes })).rejects.toThrow();
    await warehouse.stop();
    expect(isAlive(engine.pid() ?? 0)).toBe(true);
  });

  it.each(['the same user', 'a user of its own'])(
    'answers nothing before it has computed all of it, read through %s',
    async (user) => {
      const requests: string[] = [];
      const server = createServer(({ url = '' }, response) => {
        requests.push(url);
        response.end();
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => void server.close());
      const clickhouseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const warehouse = await connectWarehouse({
        dataDir: await openTemporary(),
        log,
        clickhouseUrl,
        ...(user === 'the same user' ? {} : { clickhouseReaderUrl: clickhouseUrl }),
      });
      onTestFinished(() => warehouse.stop());
      await (await warehouse.reader.query({ query: 'SELECT 1', format: 'TabSeparated' })).text();
      expect(requests.at(-1)).toContain('wait_end_of_query=1');
    },
  );

  it('is read through the user of CLICKHOUSE_READER_URL', async () => {
    const engine = await startEngine(await openTemporary(), log);
    onTestFinished(() => engine.stop());
    const address = `127.0.0.1:${await engine.port()}`;
    const folder = await mkdtemp(join(tmpdir(), 'clickledger-reader-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const stores = await openStores(
      parseEnv({
        DATA_DIR: folder,
        CLICKHOUSE_URL: `http://writer:${engine.passwords.writer}@${address}`,
        CLICKHOUSE_READER_URL: `http://reader:forgotten@${address}`,
      }),
      log,
    );
    onTestFinished(() => stores.stop());
    expect(await countOf(stores.warehouse.writer, 'events')).toBe(0);
    await expect(countOf(stores.warehouse.reader, 'events')).rejects.toThrow(
      'Authentication failed',
    );
  });
});
