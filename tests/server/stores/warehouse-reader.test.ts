import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClickHouseSettings } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longReadSeconds } from '#server/warehouse/engine-messages.ts';
import { planning, supportedPlanning } from '#server/warehouse/query-planning.ts';
import { countOf, endless, notes, rowsOf, sharedWarehouse } from './temporary-stores.ts';

const long = { max_execution_time: longReadSeconds };
const warehouse = sharedWarehouse({ seconds: 2, resultRows: 1_000, memoryBytes: 50_000_000 });

let folder = '';
let canary: Server;
const visited: string[] = [];

beforeAll(async () => {
  const { writer } = warehouse();
  await writer.command({ query: notes });
  await writer.command({ query: "INSERT INTO notes VALUES (1, 'one')" });
  folder = await mkdtemp(join(tmpdir(), 'clickledger-canary-'));
  await writeFile(join(folder, 'canary.csv'), 'secret,canary\n');
  canary = createServer((request, response) => {
    visited.push(request.url ?? '');
    response.end('a,b\n1,2\n');
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  canary.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the reading user', () => {
  it.each([
    "INSERT INTO notes VALUES (9, 'no')",
    'DROP TABLE notes',
    'CREATE TEMPORARY TABLE x (a Int8)',
    'SET max_execution_time = 100',
    'SET readonly = 0',
    'SELECT 1 SETTINGS max_threads = 1',
    'SELECT 1 SETTINGS readonly = 0',
    'SET readonly = DEFAULT',
    'SELECT 1 SETTINGS readonly = DEFAULT',
    "SELECT * FROM file('CANARY', 'LineAsString') SETTINGS readonly = DEFAULT",
    "SELECT * FROM url('URL', 'CSV', 'a Int8') FORMAT CSV settings readonly = DEFAULT",
    'USE system',
    'KILL QUERY WHERE 1 SYNC',
    'SYSTEM SHUTDOWN',
    'SELECT 1; DROP TABLE notes',
    'SELECT 1; USE system',
    "SELECT * FROM file('CANARY', 'LineAsString')",
    "SELECT file('CANARY')",
    "SELECT `file`('CANARY')",
    'SELECT "file"(\'CANARY\')',
    "SELECT `\\x66ile`('CANARY')",
    "SELECT file/**/('CANARY')",
    "-- '\nSELECT file('CANARY') -- '",
    "/* ' */ SELECT file('CANARY') /* ' */",
    "SELECT * APPLY(file) FROM (SELECT 'CANARY' AS x)",
    "SELECT arrayMap(file, ['CANARY'])",
    'SELECT * FROM `CANARY`',
    'SELECT * FROM default.`CANARY`',
    "SELECT 1 INTO OUTFILE 'OUT'",
    "SELECT 1 INTO/**/outfile 'OUT'",
    "SELECT 1 INTO OUTFILE 'OUT' FORMAT CSV",
    "SELECT * FROM url('URL', 'CSV', 'a Int8, b Int8')",
    "DESCRIBE TABLE url('URL', 'CSVWithNames')",
    "EXPLAIN SELECT * FROM url('URL')",
    "SELECT * FROM s3('URL/bucket/key', 'CSV', 'a Int8')",
    "SELECT * FROM remote('127.0.0.1:1', system.one)",
    "SELECT * FROM executable('id', 'TSV', 'a String')",
    "SELECT * FROM eval('SELECT 1')",
    "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
  ])('may not: %s', async (template) => {
    const query = template
      .replaceAll('CANARY', join(folder, 'canary.csv'))
      .replaceAll('OUT', join(folder, 'out'))
      .replaceAll('URL', `http://127.0.0.1:${(canary.address() as AddressInfo).port}`);
    const { reader, writer } = warehouse();
    const outcome = reader.exec({ query }).then(
      async ({ stream }) => `answered: ${await textOf(stream)}`,
      (error: { type?: string; message: string }) => error.type ?? error.message,
    );
    expect(await outcome).toMatch(/^(READONLY|SUPPORT_IS_DISABLED|UNKNOWN_TABLE)$/);
    expect(existsSync(join(folder, 'out'))).toBe(false);
    expect(visited).toEqual([]);
    expect(await countOf(writer, 'notes')).toBe(1);
    expect(await rowsOf(reader, 'SELECT currentDatabase() AS db')).toEqual([{ db: 'clickledger' }]);
  });

  it('may not send a setting with a query', async () => {
    const sent = warehouse().reader.query({
      query: 'SELECT 1',
      clickhouse_settings: { max_execution_time: 100 },
    });
    await expect(sent).rejects.toMatchObject({ type: 'READONLY' });
  });

  it('has more time where it asks for it, and may ask for nothing else', async () => {
    const query = "SELECT getSetting('max_execution_time') AS seconds";
    const secondsOf = async (settings?: ClickHouseSettings) => {
      const sent = { query, ...(settings ? { clickhouse_settings: settings } : {}) };
      const answer = await warehouse().reader.query({ ...sent, format: 'JSONEachRow' });
      return answer.json();
    };
    expect(await secondsOf(long)).toEqual([{ seconds: longReadSeconds }]);
    expect(await secondsOf()).toEqual([{ seconds: 2 }]);
    await expect(secondsOf({ ...long, max_threads: 1 })).rejects.toMatchObject({
      type: 'READONLY',
    });
    const write = warehouse().reader.command({
      query: "INSERT INTO notes VALUES (9, 'no')",
      clickhouse_settings: long,
    });
    await expect(write).rejects.toMatchObject({ type: 'READONLY' });
  });

  it('may use every word inside a value and a string', async () => {
    const query = "SELECT {v:String} AS v, 'INTO OUTFILE; file(''x'') SETTINGS' AS s /* a note */;";
    const rows = await rowsOf(warehouse().reader, query, { v: "file('x') ; INTO OUTFILE" });
    expect(rows).toEqual([
      { v: "file('x') ; INTO OUTFILE", s: "INTO OUTFILE; file('x') SETTINGS" },
    ]);
  });

  it('may read with common table expressions and unions', async () => {
    const query = 'WITH a AS (SELECT 1 AS n) SELECT n FROM a UNION ALL SELECT 2';
    const rows = await rowsOf<{ n: number }>(warehouse().reader, query);
    expect(rows.map(({ n }) => n).sort()).toEqual([1, 2]);
  });

  it('is stopped by its limits of time, rows and memory', async () => {
    const { reader } = warehouse();
    await expect(rowsOf(reader, endless)).rejects.toMatchObject({
      type: 'TIMEOUT_EXCEEDED',
      message: expect.stringContaining('maximum: 2000 ms'),
    });
    await expect(rowsOf(reader, 'SELECT * FROM numbers(5000)')).rejects.toMatchObject({
      type: 'TOO_MANY_ROWS_OR_BYTES',
    });
    await expect(
      rowsOf(reader, 'SELECT length(range(materialize(20000000))) AS n'),
    ).rejects.toMatchObject({ type: 'MEMORY_LIMIT_EXCEEDED' });
  });

  it.each(['JSON', 'JSONEachRow', 'CSVWithNames', 'TabSeparatedWithNames'])(
    'never reads the rest of a failed answer in %s',
    async (format) => {
      const { reader } = warehouse();
      const failing =
        'SELECT number FROM numbers(500) UNION ALL SELECT number FROM numbers(100000)';
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => {
          const bad = reader.exec({ query: `${failing} FORMAT ${format}` });
          await expect(bad).rejects.toThrow('Limit for result exceeded');
          const good = await reader.exec({ query: `SELECT ${n} AS n FORMAT JSONEachRow` });
          return textOf(good.stream);
        }),
      );
      expect(answers).toEqual(answers.map((_, n) => `{"n":${n}}\n`));
    },
  );

  it.each([
    ['a usual statement', {}],
    ['a long statement', long],
  ])('leaves nothing running when it disconnects from %s', async (_, clickhouse_settings) => {
    const { reader, writer } = warehouse();
    const leaving = new AbortController();
    const left = Promise.allSettled(
      [1, 2, 3].map(() =>
        reader.query({ query: endless, abort_signal: leaving.signal, clickhouse_settings }),
      ),
    );
    const running = async () => {
      const query = "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%'";
      const [row] = await rowsOf<{ n: number }>(
        writer,
        `${query} AND query NOT LIKE '%processes%'`,
      );
      return row?.n;
    };
    await expect.poll(running).toBe(2);
    leaving.abort();
    await left;
    const began = performance.now();
    expect(await countOf(reader, 'notes')).toBe(1);
    expect(performance.now() - began).toBeLessThan(1_500);
    await expect.poll(running).toBe(0);
  });

  it('has the same query plans as the writing user', async () => {
    const { reader, writer } = warehouse();
    expect(await supportedPlanning(writer)).toEqual(planning);
    const names = Object.keys(planning);
    const query = `SELECT ${names.map((name) => `toInt8(getSetting('${name}')) AS ${name}`)}`;
    for (const client of [reader, writer]) expect(await rowsOf(client, query)).toEqual([planning]);
  });

  it('reads its files in the threads that compute', async () => {
    const { reader, writer } = warehouse();
    const query = "SELECT getSetting('local_filesystem_read_method') AS method";
    for (const client of [reader, writer]) {
      expect(await rowsOf(client, query)).toEqual([{ method: 'pread' }]);
    }
  });

  it('does not hold up the writing user', async () => {
    const { reader, writer } = warehouse();
    let ended = false;
    const reads = Promise.allSettled([rowsOf(reader, endless), rowsOf(reader, endless)]).then(
      () => {
        ended = true;
      },
    );
    await writer.command({ query: 'CREATE TABLE IF NOT EXISTS beside (n Int8) ORDER BY n' });
    await writer.insert({ table: 'beside', values: [{ n: 1 }], format: 'JSONEachRow' });
    expect(ended).toBe(false);
    await reads;
  });
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
