import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { expect, it, onTestFinished } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import {
  createJsonQueryRunner,
  createWarehouseReads,
} from '#server/analytics/runner/query-runner.ts';
import { Refusal } from '#server/platform/refusal.ts';

type Reply = (response: ServerResponse) => void;

const rows: Reply = (response) => response.end('["7"]\n');
const cut: Reply = (response) => response.socket?.destroy();
const cutAmid: Reply = (response) => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('["7"', () => response.socket?.destroy());
};
const silence: Reply = () => undefined;
const failure =
  (code: number): Reply =>
  (response) => {
    response.writeHead(500, { 'x-clickhouse-exception-code': String(code) });
    response.end(`Code: ${code}. DB::Exception: at SELECT secret. (SOME_NAME)\n`);
  };

/** A select over a warehouse with these answers, one after the other. */
async function selectFrom(...replies: Reply[]) {
  let count = 0;
  const sent: string[] = [];
  const addresses: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      sent.push(text);
      addresses.push(request.url ?? '');
      const reply = replies[count] ?? rows;
      count += 1;
      reply(response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const reader = createClient({
    url: `http://127.0.0.1:${port}`,
    request_timeout: 500,
    log: { level: ClickHouseLogLevel.OFF },
  });
  onTestFinished(async () => {
    await reader.close();
    server.closeAllConnections();
    server.close();
  });
  const { select, readBytes } = createWarehouseReads(reader);
  return {
    readBytes,
    requestCount: () => count,
    sent,
    addresses,
    reader,
    select: (sql = 'SELECT secret', more: { isLong?: true } = {}) =>
      select({ sql, parameters: {}, ...more }),
  };
}

it.each<[string, Reply]>([
  ['before the answer', cut],
  ['in the middle of the answer', cutAmid],
  ['because the engine gives up', failure(236)],
])('a read that breaks off %s is repeated once', async (_, reply) => {
  const { select, requestCount } = await selectFrom(reply);
  expect(await select()).toEqual([['7']]);
  expect(requestCount()).toBe(2);
});

it('a read runs twice at most', async () => {
  const { select, requestCount } = await selectFrom(cut, cut, rows);
  await expect(select()).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  expect(requestCount()).toBe(2);
});

it.each<[string, Reply, RegExp]>([
  ['too many reads wait', failure(202), /^The figures are being asked for too often/],
  ['it takes too long', failure(159), /^This takes too long/],
  ['it would take too long', failure(160), /^This takes too long/],
  ['it needs too much memory', failure(241), /^This takes too long/],
  ['it reads too much', failure(307), /^This takes too long/],
  ['the engine stops', failure(394), /^The figures cannot be read/],
  ['the answer takes too long', silence, /^This takes too long/],
])('when %s, the answer asks to retry later', async (_, reply, sentence) => {
  const { select, requestCount } = await selectFrom(reply);
  const refusal = await select().catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error(`not refused: ${refusal}`);
  expect(refusal).toMatchObject({ status: 503, retryAfter: 2 });
  expect(refusal.body.detail).toMatch(sentence);
  expect(JSON.stringify(refusal.body)).not.toContain('SELECT');
  expect(requestCount()).toBe(1);
});

/** The chunks are separate: each is sent when the one before has left. */
const inPieces =
  (...pieces: string[]): Reply =>
  async (response) => {
    for (const piece of pieces) {
      await new Promise((sent) => response.write(piece, sent));
      await new Promise((later) => setImmediate(later));
    }
    response.end();
  };

it.each<[string, string[], number, string]>([
  ['no row', [], 0, ''],
  ['one row', ['{"a":1},\n'], 1, '{"a":1}'],
  ['rows whose end lies in two pieces', ['{"a":1},\n{"a":2},', '\n'], 2, '{"a":1},\n{"a":2}'],
  ['rows that come in parts', ['{"a"', ':1},\n{', '"a":2},\n'], 2, '{"a":1},\n{"a":2}'],
])(
  'an answer of %s is passed on unchanged, without its last comma',
  async (_, pieces, ...stored) => {
    const { readBytes } = await selectFrom(inPieces(...pieces));
    const { rows, count } = await createJsonQueryRunner(readBytes, readModel())(
      {
        measures: ['clicks'],
        timezone: 'UTC',
        filters: [],
        window: { from: new Date(0), to: new Date(1) },
      },
      { names: { clicks: 'a' }, moneyPlaces: 2 },
    );
    expect([count, Buffer.concat(rows).toString()]).toEqual(stored);
  },
);

it('a chunked answer that breaks off is requested once more', async () => {
  const { readBytes, requestCount } = await selectFrom(cutAmid, inPieces('{"a":1},\n'));
  const pieces = await readBytes({ sql: 'SELECT secret', parameters: {} });
  expect(Buffer.concat(pieces).toString()).toBe('{"a":1},\n');
  expect(requestCount()).toBe(2);
});

const people = 'SELECT uniqExact(pixel_summary.person)';
const listed = 'SELECT length(arrayCompact(arraySort(groupArray(pixel_summary.person))))';
const sentAs = (...statements: string[]) =>
  statements.map((statement) => expect.stringContaining(statement));

it.each([128, 241])('people are counted in sets when their list is too long (%i)', async (code) => {
  const { select, sent } = await selectFrom(failure(code), rows);
  expect(await select(people)).toEqual([['7']]);
  expect(sent).toEqual(sentAs(listed, people));
});

it('people are not counted a third time when there is no room for a set either', async () => {
  const { select, sent } = await selectFrom(failure(128), failure(241), rows);
  await expect(select(people)).rejects.toMatchObject({ status: 503 });
  expect(sent).toEqual(sentAs(listed, people));
});

it('people of a cluster are counted in sets at once', async () => {
  const { reader, sent } = await selectFrom(rows);
  await createWarehouseReads(reader, { isCluster: true }).select({ sql: people, parameters: {} });
  expect(sent).toEqual(sentAs(people));
});

it('asks for more time, and does without where the reading user may not', async () => {
  const { select, addresses } = await selectFrom(failure(164), rows);
  expect(await select('SELECT secret', { isLong: true })).toEqual([['7']]);
  expect(addresses.map((address) => address.includes('max_execution_time=20'))).toEqual([
    true,
    false,
  ]);
});
