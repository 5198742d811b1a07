import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '#server/import/command.ts';
import { askPermission } from '#server/import/import-key.ts';
import { createSender } from '#server/import/send-batches.ts';
import { unfilledForms } from '#tests/support/unfilled-forms.ts';
import { type OwnDatabase, startOwnDatabase } from '../accounts/test-app.ts';
import { type Collector, collectKey, startCollector } from '../collect/collector.ts';

let database: OwnDatabase;
let collector: Collector;
let url: string;
let folder: string;

beforeAll(async () => {
  database = await startOwnDatabase();
  collector = await startCollector(database);
  url = await collector.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'clickledger-import-'));
});
afterAll(async () => {
  await collector.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => collector.pool.query('truncate inbox, deliveries, rejections, import_keys'));

const examples = join(import.meta.dirname, '../../../examples');

async function run(...args: string[]) {
  const messages: string[] = [];
  const shown: string[] = [];
  const code = await runImport([...args, '--report', join(folder, 'report.ndjson')], {
    env: { DATA_DIR: database.path },
    say: (text) => messages.push(text),
    screen: { write: (text) => shown.push(text) },
  });
  return { code, messages, shown };
}

const inboxSize = async (): Promise<number> => {
  const { rows } = await collector.pool.query<{ count: number }>('select count(*)::int from inbox');
  return rows[0]?.count ?? 0;
};

describe('npm run import', () => {
  it('imports a file once, with a key of its own that it revokes', async () => {
    const file = join(examples, 'events.csv');
    const first = await run(file, '--project', 'acme', '--url', url);
    expect(first).toMatchObject({
      code: 0,
      messages: ['3 rows, 3 events: 3 new, 0 already known, 0 rejected.'],
    });
    expect(first.shown.at(-1)).toMatch(/^100 % {2}3 rows/);
    const again = await run(file, '--project', 'acme', '--url', `${url}/`);
    expect(again.messages).toEqual(['3 rows, 3 events: 0 new, 3 already known, 0 rejected.']);
    expect(await inboxSize()).toBe(3);
    const { rows } = await collector.pool.query('select * from import_keys');
    expect(rows).toEqual([]);
  });

  it('keeps its key for as long as it takes', async () => {
    const place = { databaseUrl: undefined, dataDir: database.path };
    const { end } = await askPermission('acme', place, 2_000);
    const until = async () => {
      const { rows } = await collector.pool.query<{ expires_at: Date }>(
        'select expires_at from import_keys',
      );
      return rows[0]?.expires_at.getTime();
    };
    const first = await until();
    await expect.poll(until, { timeout: 5_000 }).toBeGreaterThan(first ?? 0);
    await end();
  });

  it('maps rows by the mapping', async () => {
    const map = join(examples, 'orders.mapping.json');
    const { code, messages } = await run(
      join(examples, 'orders.csv'),
      '--key',
      collectKey,
      '--url',
      url,
      '--map',
      map,
    );
    expect([code, messages]).toEqual([
      0,
      ['3 rows, 4 events: 4 new, 0 already known, 0 rejected.'],
    ]);
    const { rows } = await collector.pool.query(
      `select payload -> 'event' ->> 'event_name' as name, payload -> 'event' ->> 'event_time' as time,
        payload -> 'event' ->> 'value' as value, payload -> 'event' ->> 'status' as status,
        payload -> 'event' ->> 'country' as country, payload -> 'event' ->> 'params' as params
       from inbox order by id`,
    );
    expect(rows).toEqual([
      {
        name: 'purchase',
        time: '2026-11-02T09:14:00.000Z',
        value: '86.00',
        status: 'approved',
        country: 'DE',
        params: '{}',
      },
      {
        name: 'purchase',
        time: '2026-11-02T10:40:12.000Z',
        value: '120.50',
        status: 'pending',
        country: 'AT',
        params: '{"coupon":"SPRING"}',
      },
      {
        name: 'purchase',
        time: '2026-11-03T07:05:31.000Z',
        value: '42.90',
        status: 'approved',
        country: 'CH',
        params: '{}',
      },
      {
        name: 'refund',
        time: '2026-11-04T08:00:00.000Z',
        value: '42.90',
        status: 'approved',
        country: 'ZZ',
        params: '{}',
      },
    ]);
  });

  it('reports refused lines and imports the others', async () => {
    const file = join(folder, 'mixed.ndjson');
    await writeFile(
      file,
      [
        '{"event_name":"click","event_time":"2026-11-20T10:00:00Z","note":"x"}',
        '{"event_name":"purchase","event_time":"2026-11-20T10:00:00Z"}',
        'no json',
        '{"event_name":"click","event_time":"2026-11-21T10:00:00Z"}',
      ].join('\n'),
    );
    const { code, messages } = await run(file, '--project', 'acme', '--url', url);
    expect([code, messages]).toEqual([
      1,
      [
        'Columns that are no event fields were left out: note.',
        '4 rows, 3 events: 1 new, 0 already known, 3 rejected.',
        `Every rejected line with its reason: ${join(folder, 'report.ndjson')}`,
      ],
    ]);
    const report = (await readFile(join(folder, 'report.ndjson'), 'utf8')).trim().split('\n');
    expect(
      report
        .map((line) => JSON.parse(line))
        .map(({ line, field, code: why }) => [line, field, why]),
    ).toEqual(
      expect.arrayContaining([
        [2, 'value', 'value_missing'],
        [3, '', 'row_unreadable'],
        [4, 'event_time', 'event_time_too_late'],
      ]),
    );
  });

  it('accepts a file in any script, however many bytes its letters have', async () => {
    const file = join(folder, 'japanese.ndjson');
    const line = (index: number) =>
      JSON.stringify({
        event_name: 'purchase',
        event_time: '2026-11-19T10:00:00Z',
        value: '10',
        order_id: `o${index}`,
        params: { product: '商'.repeat(1_700) },
      });
    await writeFile(file, Array.from({ length: 1_000 }, (_, index) => line(index)).join('\n'));
    const { code, messages } = await run(file, '--project', 'acme', '--url', url);
    expect([code, messages]).toEqual([
      0,
      ['1,000 rows, 1,000 events: 1,000 new, 0 already known, 0 rejected.'],
    ]);
  });

  it('keeps every digit of ids that are numbers, and refuses ids that are placeholders', async () => {
    const file = join(folder, 'ids.ndjson');
    const line = (id: string) =>
      `{"event_name":"click","event_time":"2026-11-19T10:00:00Z","campaign_id":${id}}`;
    const ids = ['120208123456789013', '120208123456789011', '1.20208123456789e17', '"{id}"'];
    await writeFile(file, ids.map(line).join('\n'));
    const { messages } = await run(file, '--project', 'acme', '--url', url);
    expect(messages[0]).toBe('4 rows, 4 events: 2 new, 0 already known, 2 rejected.');
    const { rows } = await collector.pool.query<{ id: string }>(
      `select payload->'event'->>'campaign_id' as id from inbox order by 1`,
    );
    expect(rows.map(({ id }) => id)).toEqual(['120208123456789011', '120208123456789013']);
    const report = await readFile(join(folder, 'report.ndjson'), 'utf8');
    expect(report).toContain('campaign_id is a rounded number: write it into the file as text.');
    expect(report).toContain('campaign_id is a placeholder that was not filled in');
  });

  it('refuses placeholders in every form, as orders and as amounts', async () => {
    const file = join(folder, 'placeholders.ndjson');
    const sale = { event_name: 'purchase', event_time: '2026-11-19T10:00:00Z' };
    const lines = unfilledForms.flatMap((form) => [
      { ...sale, order_id: form, value: '10' },
      { ...sale, order_id: 'o-1', value: form },
    ]);
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    const { code } = await run(file, '--project', 'acme', '--url', url);
    expect([code, await inboxSize()]).toEqual([1, 0]);
    const report = (await readFile(join(folder, 'report.ndjson'), 'utf8')).trim().split('\n');
    const refused = report.map((line) => JSON.parse(line)).map(({ line, field }) => [line, field]);
    expect(refused.sort(([one], [other]) => one - other)).toEqual(
      lines.map((_, index) => [index + 1, index % 2 === 0 ? 'order_id' : 'value']),
    );
  });

  it('reads amounts and days as the whole file writes them, and asks where it does not tell', async () => {
    const file = join(folder, 'shop.csv');
    const head = 'event_name;event_time;order_id;currency;value';
    const row = (order: string, time: string, currency: string, value: string) =>
      `purchase;${time};${order};${currency};${value}`;
    const first = row('s-1', '11/10/2026 9:30', 'EUR', '1.234');
    await writeFile(file, `${head}\n${first}\n`);
    const args = [file, '--project', 'acme', '--url', url];
    expect(await run(...args)).toMatchObject({
      code: 1,
      messages: [
        `"1.234" in ${file} can be read in two ways: say which with --decimal=comma or --decimal=dot.`,
      ],
    });
    expect(await run(...args, '--decimal', 'comma')).toMatchObject({
      code: 1,
      messages: [
        `"11/10/2026 9:30" in ${file} can be read in two ways: say which with --dates=dmy or --dates=mdy.`,
      ],
    });
    expect(await run(...args, '--dates', 'ymd')).toMatchObject({
      code: 1,
      messages: ['--dates must be dmy or mdy, not "ymd".'],
    });
    expect(await inboxSize()).toBe(0);
    const second = row('s-2', '31/10/2026 10:00', 'EUR', '12,50');
    await writeFile(file, `sep=;\n${head}\n${first}\n${second}\n`);
    expect((await run(...args)).code).toBe(0);
    const stored = async () => {
      const { rows } = await collector.pool.query(
        `select payload -> 'event' ->> 'event_time' as time, payload -> 'event' ->> 'value' as value
         from inbox order by id`,
      );
      return rows;
    };
    expect(await stored()).toEqual([
      { time: '2026-10-11T09:30:00.000Z', value: '1234' },
      { time: '2026-10-31T10:00:00.000Z', value: '12.50' },
    ]);
    await collector.pool.query('truncate inbox, deliveries');
    await writeFile(file, `${head}\n${row('s-3', '2026-11-07 9:30', 'KWD', '12.500')}\n`);
    expect((await run(...args)).code).toBe(0);
    expect(await stored()).toEqual([{ time: '2026-11-07T09:30:00.000Z', value: '12.500' }]);
  });

  it('sums up the imported rows before a file breaks off, and fails', async () => {
    const line = (index: number) =>
      JSON.stringify({
        event_name: 'click',
        event_time: '2026-11-19T10:00:00Z',
        affid: `${index}`,
        params: { noise: randomBytes(200).toString('hex') },
      });
    const full = gzipSync(Array.from({ length: 2_000 }, (_, index) => line(index)).join('\n'));
    const file = join(folder, 'broken.ndjson.gz');
    await writeFile(file, full.subarray(0, full.length / 2));
    const { code, messages } = await run(file, '--project', 'acme', '--url', url);
    const stored = await inboxSize();
    expect(stored).toBeGreaterThan(500);
    const figure = stored.toLocaleString('en-US');
    expect([code, messages]).toEqual([
      1,
      [
        `${figure} rows, ${figure} events: ${figure} new, 0 already known, 0 rejected.`,
        `${file} cannot be read beyond line ${stored}: unexpected end of file. Get the whole file and import it again: nothing counts twice.`,
      ],
    ]);
    await writeFile(file, full);
    expect(await run(file, '--project', 'acme', '--url', url)).toMatchObject({ code: 0 });
    expect(await inboxSize()).toBe(2_000);
  });

  it('fails when nothing was imported', async () => {
    const bad = '{"event_name":"purchase","event_time":"2026-11-20T10:00:00Z"}\n';
    const contents = [
      ['bad.ndjson', bad],
      ['head.csv', 'event_name,event_time\n'],
      ['none.csv', ''],
    ];
    for (const [name = '', content = ''] of contents) {
      const file = join(folder, name);
      await writeFile(file, content);
      expect((await run(file, '--project', 'acme', '--url', url)).code).toBe(1);
    }
  });

  it('names columns of a mapping that no row has', async () => {
    const [file, map] = [join(folder, 'days.csv'), join(folder, 'days.mapping.json')];
    await writeFile(file, 'day;who;note\n2026-11-20;v1;\n');
    const fields = {
      event_name: { const: 'click' },
      event_time: { column: 'dayy', when: { kind: 'visit' } },
      visitor_id: { template: '{who}-{whom}' },
      affsub: { column: 'note' },
    };
    await writeFile(map, JSON.stringify({ events: [{ fields }] }));
    const { messages } = await run(file, '--project', 'acme', '--url', url, '--map', map);
    expect(messages[0]).toBe('No row has what the mapping reads as "dayy", "kind", "whom".');
  });

  it.each<[description: string, sentence: RegExp, args: () => string[]]>([
    ['no file', /^Usage: /, () => []],
    ['no project', /^Say which project with --project\./, () => ['x.csv']],
    ['an unknown option', /--colour/, () => ['x.csv', '--colour', 'red']],
    ['a missing file', /^There is no file x\.csv\.$/, () => ['x.csv', '--project', 'acme']],
    [
      'no server',
      /^No Clickledger answers at http:\/\/127\.0\.0\.1:1: start it with npm start/,
      () => [join(examples, 'events.csv'), '--project', 'acme', '--url', 'http://127.0.0.1:1'],
    ],
    [
      'an unknown project',
      /^There is no project "nope"; there are: acme\.$/,
      () => [join(examples, 'events.csv'), '--project', 'nope', '--url', url],
    ],
    [
      'a wrong key',
      /^The server does not know this collect key\.$/,
      () => [join(examples, 'events.csv'), '--key', 'wrong', '--url', url],
    ],
    [
      'a missing mapping',
      /^There is no mapping file nope\.json\.$/,
      () => [join(examples, 'events.csv'), '--project', 'acme', '--map', 'nope.json', '--url', url],
    ],
  ])('shows in one sentence what is wrong with %s', async (_, sentence, args) => {
    const { code, messages } = await run(...args());
    expect(code).toBe(1);
    expect(messages).toEqual([expect.stringMatching(sentence)]);
    expect(await inboxSize()).toBe(0);
  });
});

describe('a sender', () => {
  it('repeats a batch until a busy server accepts it', async () => {
    const answers = [503, 'drop', 429, 202] as const;
    const requests: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const answer = answers[requests.length] ?? 202;
        requests.push(body);
        if (answer === 'drop') return request.socket.destroy();
        response.writeHead(answer, { 'content-type': 'application/json', 'retry-after': '0' });
        response.end(
          answer === 202 ? '{"accepted":1,"duplicates":0,"rejected":[]}' : '{"detail":"busy"}',
        );
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const send = createSender({ url: `http://127.0.0.1:${port}`, key: 'k' });
    expect(await send([{ event_name: 'click' }])).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [],
    });
    expect(new Set(requests)).toEqual(new Set(['{"events":[{"event_name":"click"}]}']));
    expect(requests).toHaveLength(4);
    server.close();
  });

  it.each([[[0]], [[5]], [[2, 3]], [[0, 1, 2, 3]]])(
    'reports the events that the server can never take, and sends the others: %j',
    async (bad) => {
      const taken = new Set<number>();
      const server = createServer(async (request, response) => {
        const { events }: { events: { place: number }[] } = JSON.parse(await text(request));
        const places = events.map(({ place }) => place);
        const isBad = places.some((place) => bad.includes(place));
        const accepted = places.filter((place) => !isBad && !taken.has(place));
        for (const place of accepted) taken.add(place);
        response.writeHead(isBad ? 503 : 202, { 'content-type': 'application/json' });
        const duplicates = places.length - accepted.length;
        response.end(JSON.stringify({ accepted: accepted.length, duplicates, rejected: [] }));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const send = createSender({ url: `http://127.0.0.1:${port}`, key: 'k', patience: 0 });
      const answer = await send([0, 1, 2, 3, 4, 5].map((place) => ({ place })));
      expect(answer.rejected.map(({ index }) => index)).toEqual(bad);
      expect(answer.accepted).toBe(6 - bad.length);
      await expect(send([{ place: bad[0] }])).rejects.toThrow('still answers 503');
      server.close();
    },
  );

  it('gives up with an error message when the server stays unreachable', async () => {
    const send = createSender({ url: 'http://127.0.0.1:1', key: 'k', patience: 0 });
    await expect(send([{}])).rejects.toThrow(/no longer answers\. Run the same import again later/);
  });
});
