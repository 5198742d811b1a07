import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportProblem } from '#server/import/problem.ts';
import { type Line, openRows } from '#server/import/rows.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clickledger-rows-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linesOf(
  file: string,
  content: string | Buffer,
  delimiter?: string,
): Promise<Line[]> {
  const path = join(folder, file);
  await writeFile(path, content);
  const rows = await openRows(path, delimiter);
  const lines: Line[] = [];
  for await (const line of rows.lines) lines.push(line);
  expect(rows.read()).toBe(1);
  return lines;
}

describe('a CSV file', () => {
  const text = '\uFEFFa,b\r\n1,"x, ""y"""\r\n\r\n2,"two\nlines"\n3,ü\n';
  const lines = [
    { line: 2, row: { a: '1', b: 'x, "y"' } },
    { line: 5, row: { a: '2', b: 'two\nlines' } },
    { line: 6, row: { a: '3', b: 'ü' } },
  ];

  it('is read with its line numbers', async () => {
    expect(await linesOf('a.csv', text)).toEqual(lines);
  });

  it('counts a line break of two characters once, also within quotation marks', async () => {
    const found = await linesOf(
      'h.csv',
      ['a,b', '1,"two', 'lines', 'more"', '2,x', '', '3,"p', 'q"', '1,2,3', '4,y', ''].join('\r\n'),
    );
    const numbered = found.toSorted((a, b) => a.line - b.line);
    expect(numbered.map((line) => ['fault' in line ? 'fault' : 'row', line.line])).toEqual([
      ['row', 4],
      ['row', 5],
      ['row', 8],
      ['fault', 9],
      ['row', 10],
    ]);
  });

  it('is read compressed', async () => {
    expect(await linesOf('a.csv.gz', gzipSync(text))).toEqual(lines);
  });

  it('is read with another delimiter', async () => {
    expect(await linesOf('b.csv', 'a;b\n1,5;x\n', ';')).toEqual([
      { line: 2, row: { a: '1,5', b: 'x' } },
    ]);
  });

  it('is read by the most frequent delimiter of its header, unless one is given', async () => {
    const lines = [{ line: 2, row: { a: '1,5', b: 'x', c: 'y' } }];
    expect(await linesOf('d.csv', 'a;b;c\n1,5;x;y\n')).toEqual(lines);
    expect(await linesOf('e.csv.gz', gzipSync('\uFEFFa\tb\tc\r\n1,5\tx\ty\r\n'))).toEqual(lines);
    expect(await linesOf('f.csv', 'a\n1;2\n')).toEqual([{ line: 2, row: { a: '1;2' } }]);
    expect(await linesOf('g.csv', '')).toEqual([]);
  });

  it.each([
    ['Windows-1252', Buffer.from('name;city\nJosé;München\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFFname;city\nJosé;München\n', 'utf16le')],
    ['UTF-8 with lines above its header', Buffer.from('sep=;\nname;city\nJosé;München\n')],
  ])('is read in %s', async (_, bytes) => {
    const found = await linesOf('encoded.csv', bytes);
    expect(found.map((one) => 'row' in one && one.row)).toEqual([
      { name: 'José', city: 'München' },
    ]);
  });

  it('may have blanks around its names', async () => {
    expect(await linesOf('blanks.csv', 'a, b ,"c "\n1, 2,3\n')).toEqual([
      { line: 2, row: { a: '1', b: ' 2', c: '3' } },
    ]);
  });

  it('is refused where a column is there twice but for blanks', async () => {
    await expect(linesOf('blank-twice.csv', 'a,value, value\n1,2,3\n')).rejects.toThrow(
      'The file has the column "value" twice: rename one of them.',
    );
  });

  it('is refused where a column is there twice', async () => {
    await expect(linesOf('twice.csv', 'a,value,value\n1,2,3\n')).rejects.toThrow(
      'The file has the column "value" twice: rename one of them.',
    );
  });

  it('continues after an unreadable line', async () => {
    const found = await linesOf('c.csv', 'a,b\n1,2\n1,2,3\n4,5\n6\n');
    expect(
      found.map((line) => ('fault' in line ? ['fault', line.line] : ['row', line.line])),
    ).toEqual(
      expect.arrayContaining([
        ['row', 2],
        ['fault', 3],
        ['row', 4],
        ['fault', 5],
      ]),
    );
    expect(found).toHaveLength(4);
  });

  it('names an unclosed quotation mark, after the lines before it', async () => {
    const path = join(folder, 'e.csv');
    for (const rest of ['x\n', 'x\n'.repeat(1_000_000)]) {
      await writeFile(path, `a,b\n1,2\n3,"${rest}`);
      const rows = await openRows(path, ',');
      const lines: Line[] = [];
      const read = async () => {
        for await (const line of rows.lines) lines.push(line);
      };
      await expect(read()).rejects.toThrow(/opens after line 2 is never closed/);
      expect(lines).toEqual([{ line: 2, row: { a: '1', b: '2' } }]);
    }
  });

  it('that is empty has no rows', async () => {
    expect(await linesOf('d.csv', '')).toEqual([]);
  });
});

describe('an NDJSON file', () => {
  it('is read line by line', async () => {
    expect(await linesOf('a.ndjson', '{"a":1}\n\n[1]\n{"a"\n{"a":{"b":2}}')).toEqual([
      { line: 1, row: { a: 1 } },
      { line: 3, fault: 'The line must be a JSON object.' },
      { line: 4, fault: 'The line is no JSON.' },
      { line: 5, row: { a: { b: 2 } } },
    ]);
  });
});

describe('a file', () => {
  it('that does not exist is named', async () => {
    await expect(openRows(join(folder, 'none.csv'), ',')).rejects.toThrow(
      /^There is no file .*none\.csv\.$/,
    );
  });

  it('of an unknown kind is refused', async () => {
    await writeFile(join(folder, 'a.xlsx'), '');
    await expect(openRows(join(folder, 'a.xlsx'), ',')).rejects.toThrow(
      /must end in \.csv, \.ndjson or \.parquet/,
    );
  });

  it('that is no parquet is refused', async () => {
    await writeFile(join(folder, 'a.parquet'), 'no parquet at all');
    await expect(openRows(join(folder, 'a.parquet'), ',')).rejects.toThrow(/is no parquet file/);
  });

  const csv = (index: number) => (index === 0 ? 'a,b' : `${index},${Math.sin(index)}`);
  const json = (index: number) => JSON.stringify({ a: index, b: Math.sin(index) });
  const broken = (lines: number, line: (index: number) => string) => {
    const packed = gzipSync(Array.from({ length: lines }, (_, index) => line(index)).join('\n'));
    return packed.subarray(0, packed.length / 2);
  };
  /** The time of the read: at once, or after another request, such as the server's permission. */
  const moments = [0, 50];
  it.each(
    [
      ['no-gzip.csv.gz', 'a,b\n1,2\n'],
      ['no-gzip.ndjson.gz', '{"a":1}\n'],
      ['empty.csv.gz', ''],
      ['empty.ndjson.gz', ''],
      ['short.csv.gz', broken(50, csv)],
      ['short.ndjson.gz', broken(50, json)],
      ['long.csv.gz', broken(100_000, csv)],
      ['long.ndjson.gz', broken(100_000, json)],
    ].flatMap(([file = '', content = '']) =>
      moments.map((wait) => [file.toString(), wait, content] as const),
    ),
  )(
    'that is broken is reported, with the line that came before: %s after %i ms',
    async (file, wait, content) => {
      const path = join(folder, file);
      await writeFile(path, content);
      const rows = await openRows(path);
      await pause(wait);
      let last = 0;
      const read = async () => {
        for await (const line of rows.lines) {
          expect(line).toHaveProperty('row');
          last = line.line;
        }
      };
      const problem: unknown = await read().catch((error: unknown) => error);
      const where = last === 0 ? '' : ` beyond line ${last}`;
      expect(problem).toBeInstanceOf(ImportProblem);
      expect(String(problem)).toMatch(
        /: (unexpected end of file|incorrect header check)\. Get the whole file and import it again: nothing counts twice\.$/,
      );
      expect(String(problem)).toContain(`${file} cannot be read${where}: `);
      if (file.startsWith('long')) expect(last).toBeGreaterThan(10_000);
    },
  );

  it('that is a parquet with a damaged page is reported', async () => {
    const path = join(folder, 'damaged.parquet');
    const data = Array.from({ length: 1_000 }, (_, index) => `text ${index}`);
    const full = parquetWriteBuffer({
      columnData: [{ name: 'a', data, type: 'STRING' }],
    });
    await writeFile(path, new Uint8Array(full).fill(255, 4, 2_000));
    const rows = await openRows(path);
    const read = async () => {
      for await (const line of rows.lines) expect(line).toBeDefined();
    };
    await expect(read()).rejects.toThrow(ImportProblem);
  });
});
