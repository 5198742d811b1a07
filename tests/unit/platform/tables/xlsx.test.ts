import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Column, Workbook } from '#server/platform/tables/table.ts';
import { xlsxOf } from '#server/platform/tables/xlsx.ts';
import { readXlsx } from '#tests/support/xlsx.ts';

const columns: Column[] = [
  { name: 'campaign_id', kind: 'text' },
  { name: 'project', kind: 'count' },
  { name: 'clicks', kind: 'count' },
  { name: 'revenue', kind: 'currency' },
  { name: 'roas', kind: 'ratio' },
  { name: 'partial', kind: 'flag' },
  { name: 'start', kind: 'text' },
];
const workbookOf = (rows: Workbook['rows']['rows'], some: Column[] = columns): Workbook => ({
  title: 'Breakdown',
  name: 'breakdown',
  rows: { columns: some, rows },
  total: null,
  notes: [['Project', 'Acme & <Sons>']],
});
const written = async (workbook: Workbook) =>
  readXlsx(await buffer(Readable.from(xlsxOf(workbook))));

describe('an Excel file', () => {
  it('holds each cell as what it is', async () => {
    const rows: Cell[][] = [
      ['0012', 7, 1_204, { amount: 12.5, places: 2 }, 2.98123456, false, '2026-11-20'],
      ['=1+1', 7, 0.25, { amount: -0.125, places: 3 }, null, true, '2026-11-20T14:03:58.000Z'],
    ];
    const [sheet, notes, ...rest] = await written(workbookOf(rows));
    expect(sheet?.header).toEqual(columns.map(({ name }) => name));
    expect(sheet?.lines.map((line) => Object.values(line))).toEqual([
      ['0012', '7', 1_204, 12.5, 2.98123456, false, '2026-11-20'],
      ['=1+1', '7', 0.25, -0.125, null, true, '2026-11-20T14:03:58.000Z'],
    ]);
    expect(sheet?.formats.map((line) => Object.values(line))).toEqual([
      ['@', '@', '#,##0', '#,##0.00', '0.0000', 'General', 'yyyy-mm-dd'],
      ['@', '@', '#,##0.0000', '#,##0.000', '', 'General', 'yyyy-mm-dd hh:mm:ss'],
    ]);
    expect(notes?.lines).toEqual([{ name: 'Project', text: 'Acme & <Sons>' }]);
    expect(rest).toEqual([]);
  });

  it('holds every text unchanged', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 20 });
    const likeCodes = fc.array(fc.stringMatching(/^_?x?[0-9A-Fa-f]{4}_?x?00[0-9A-F]{2}_$/));
    await fc.assert(
      fc.asyncProperty(fc.oneof(texts, likeCodes), async (sample) => {
        const [sheet] = await written(
          workbookOf(
            sample.map((text) => [text]),
            [{ name: 'key', kind: 'text' }],
          ),
        );
        expect(sheet?.lines.map(({ key }) => key)).toEqual(sample);
      }),
      { numRuns: 100 },
    );
  });

  it('cuts a text that is longer than Excel reads', async () => {
    const [sheet] = await written(workbookOf([['x'.repeat(40_000)]]));
    expect(String(sheet?.lines[0]?.campaign_id)).toHaveLength(32_767);
  });

  it('says in its last row that a sheet holds no more', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => [`row ${index}`]);
    const key: Column[] = [{ name: 'key', kind: 'text' }];
    const file = await buffer(Readable.from(xlsxOf(workbookOf(rows, key), 5)));
    const [sheet] = readXlsx(file);
    expect(sheet?.lines.map((line) => line.key)).toEqual([
      'row 0',
      'row 1',
      'row 2',
      'A sheet holds no more rows. Save the list as CSV to get all of them.',
    ]);
  });

  it('writes many rows bit by bit, with letters for every column', async () => {
    const wide = Array.from({ length: 60 }, (_, index) => ({
      name: `n${index}`,
      kind: 'count' as const,
    }));
    let read = 0;
    function* rows() {
      for (; read < 20_000; read += 1) yield wide.map((_, index) => read * index);
    }
    const file = xlsxOf(workbookOf(rows(), wide));
    const first = await file.next();
    for (let chunk = await file.next(); read < 1_000 && !chunk.done; chunk = await file.next());
    expect(first.done).toBe(false);
    expect(read).toBeLessThan(20_000);
    const [sheet] = await written(workbookOf([wide.map((_, index) => index)], wide));
    expect(sheet?.lines[0]).toMatchObject({ n0: 0, n26: 26, n59: 59 });
  });
});
