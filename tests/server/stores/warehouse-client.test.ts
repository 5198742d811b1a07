import { beforeAll, describe, expect, it } from 'vitest';
import { countOf, notes, rowsOf, sharedWarehouse } from './temporary-stores.ts';

const warehouse = sharedWarehouse();

beforeAll(async () => {
  await warehouse().writer.command({ query: notes });
});

const nasty = 'tab\t line\n return\r quote\' double" back\\ \\n nul\0 ü 😀 {x:String} -- ;';

describe('the clients of the warehouse', () => {
  it('get answers like those of a ClickHouse server', async () => {
    const { writer, reader } = warehouse();
    expect(await writer.ping()).toEqual({ success: true });
    expect(await reader.ping({ select: true })).toEqual({ success: true });
    const json = await reader.query({ query: 'SELECT max(number) AS top FROM numbers(5)' });
    expect(await json.json()).toMatchObject({ data: [{ top: 4 }], rows: 1 });
    const raw = await writer.exec({ query: 'SELECT 1, 2 FORMAT CSV' });
    expect(await textOf(raw.stream)).toBe('1,2\n');
  });

  it('store rows in every way that the product uses', async () => {
    const { writer, reader } = warehouse();
    const first = await writer.insert({
      table: 'notes',
      values: [
        { id: 1, text: nasty },
        { id: 2, text: '' },
      ],
      format: 'JSONEachRow',
    });
    expect(first.summary?.written_rows).toBe('2');
    await writer.insert({
      table: 'notes',
      columns: ['text', 'id'],
      values: [['compact', 3]],
      format: 'JSONCompactEachRow',
    });
    await writer.command({ query: "INSERT INTO notes VALUES (4, 'plain')" });
    await writer.command({
      query: 'INSERT INTO notes SELECT id + {more:UInt8}, text FROM notes WHERE id = 4',
      query_params: { more: 10 },
      clickhouse_settings: { max_threads: 1 },
    });
    expect(await rowsOf(reader, 'SELECT id, text FROM notes ORDER BY id')).toEqual([
      { id: 1, text: nasty },
      { id: 2, text: '' },
      { id: 3, text: 'compact' },
      { id: 4, text: 'plain' },
      { id: 14, text: 'plain' },
    ]);
  });

  it('get the code and the type of an error', async () => {
    const { reader, writer } = warehouse();
    await expect(rowsOf(reader, 'SELECT * FROM nothing')).rejects.toMatchObject({
      code: '60',
      type: 'UNKNOWN_TABLE',
    });
    await expect(rowsOf(writer, 'SELEKT 1')).rejects.toMatchObject({ code: '62' });
    await expect(
      writer.insert({ table: 'notes', values: [{ id: 'x' }], format: 'JSONEachRow' }),
    ).rejects.toMatchObject({ code: '27' });
    expect(await writer.ping()).toEqual({ success: true });
  });

  it.each<[string, unknown, unknown?]>([
    ['String', nasty],
    ['String', ''],
    ['Array(String)', ["it's", 'a\tb', 'c\\d', '[]', '', nasty]],
    ['Array(UInt32)', [1, 4_294_967_295]],
    ['Nullable(String)', null],
    ['Int32', -5],
    ['Bool', true],
    ['Float64', 0.1],
    ["DateTime64(3, 'UTC')", '2026-03-08 06:59:59.999'],
    ['Map(String, UInt8)', new Map([["k'\t", 1]]), { "k'\t": 1 }],
  ])('bind a value of type %s as it is: %j', async (type, value, expected = value) => {
    const [row] = await rowsOf(warehouse().reader, `SELECT {v:${type}} AS v`, { v: value });
    expect(row).toEqual({ v: expected });
  });

  it.each([
    ['UInt64', '18446744073709551615'],
    ['Decimal(18, 4)', '12345678901234.0001'],
  ])('bind a number of type %s to its last digit', async (type, value) => {
    const [row] = await rowsOf(warehouse().reader, `SELECT toString({v:${type}}) AS v`, {
      v: value,
    });
    expect(row).toEqual({ v: value });
  });

  it('bind ten thousand values at once', async () => {
    const values = Array.from({ length: 10_000 }, (_, n) => `affiliate-${n}`);
    const [row] = await rowsOf(warehouse().reader, 'SELECT length({v:Array(String)}) AS n', {
      v: values,
    });
    expect(row).toEqual({ n: 10_000 });
  });

  it('never take a value of an earlier statement', async () => {
    const { reader, writer } = warehouse();
    for (const client of [reader, writer]) {
      await Promise.all(
        [1, 2, 3, 4].map((n) => rowsOf(client, 'SELECT {earlier:UInt8} AS v', { earlier: n })),
      );
      await expect(rowsOf(client, 'SELECT {earlier:UInt8} AS v')).rejects.toMatchObject({
        code: '456',
      });
    }
  });

  it('each get their own values when they query at the same time', async () => {
    const { reader, writer } = warehouse();
    const requests = Array.from({ length: 60 }, (_, n) => `value-${n}`);
    const got = await Promise.all(
      requests.map((v, n) =>
        rowsOf<{ v: string }>(n % 3 ? reader : writer, 'SELECT {v:String} AS v', { v }),
      ),
    );
    expect(got.map(([row]) => row?.v)).toEqual(requests);
  });

  it('set a setting for one statement only', async () => {
    const { writer } = warehouse();
    const query = "SELECT getSetting('max_block_size') AS size";
    const [before] = await rowsOf(writer, query);
    const changed = await writer.query({
      query,
      format: 'JSONEachRow',
      clickhouse_settings: { max_block_size: '77' },
    });
    expect(await changed.json()).toEqual([{ size: 77 }]);
    const failed = writer.query({
      query: 'SELECT * FROM nothing',
      clickhouse_settings: { max_block_size: '78' },
    });
    await expect(failed).rejects.toMatchObject({ code: '60' });
    expect(await rowsOf(writer, query)).toEqual([before]);
  });

  it('survive a setting that does not exist', async () => {
    const { pid, writer } = warehouse();
    const before = pid();
    for (const clickhouse_settings of [{ no_such_setting: 1 }, { max_threads: 'many' }]) {
      const sent = writer.query({
        query: 'SELECT 1',
        clickhouse_settings: clickhouse_settings as Record<string, string>,
      });
      await expect(sent).rejects.toThrow();
    }
    expect(await rowsOf(writer, 'SELECT timezone() AS zone')).toEqual([{ zone: 'UTC' }]);
    expect(pid()).toBe(before);
  });

  it('store an insert with a token once, however often it comes', async () => {
    const { writer } = warehouse();
    await writer.command({ query: notes.replace('notes', 'once') });
    const insert = (token: string, id: number) =>
      writer.insert({
        table: 'once',
        values: [{ id, text: 'row' }],
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: token },
      });
    await insert('batch-1', 1);
    await insert('batch-1', 1);
    await insert('batch-2', 1);
    expect(await countOf(writer, 'once')).toBe(2);
  });

  it('read an answer of two hundred thousand rows', async () => {
    const query = "SELECT number, repeat('x', 100) AS text FROM numbers(200000)";
    const rows = await rowsOf<{ number: number }>(warehouse().reader, query);
    expect(rows).toHaveLength(200_000);
    expect(rows.at(-1)?.number).toBe(199_999);
  });
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
