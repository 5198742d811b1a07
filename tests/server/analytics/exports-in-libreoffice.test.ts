import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';
import { type OfficeCell, openedInOffice, soffice } from '#tests/support/libreoffice.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { acme, insertSales } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

const stores = sharedStores();
const project = { ...acme, id: 73, name: 'Opened', affids: ['8101'] };
const now = () => new Date('2026-11-20T20:14:05.123Z');
let app: FastifyInstance;

/** Ids that spreadsheets like to change. */
const ids = [
  '120208000000000001',
  '000123',
  '1e5',
  '12E10',
  '3-4',
  '1/2',
  '12.50',
  '1,5',
  'MAR1',
  '2-Sep',
  '10:30',
  '50%',
  'true',
  '=1+1',
  '+491701234567',
  '-5',
  '@SUM(A1)',
  '6001',
  'café ☕',
  'a, "b"; c',
];
const amountOf = (index: number) => 1_234.5 + index;

beforeAll(async () => {
  const { pool, warehouse } = stores();
  await createProjects(pool, [project]);
  await insertSales(
    warehouse.writer,
    ids.map((campaign, index) => ({
      project: project.id,
      id: `o_${index}`,
      time: '2026-11-20T14:00:00.000Z',
      value: amountOf(index).toFixed(2),
      affid: '8101',
      campaign,
      user: index,
    })),
  );
  app = await startApp(stores(), [tokenHolder('owner', [membershipOf(project)])], now);
});
afterAll(() => app?.close());

async function exported(query: Record<string, string>): Promise<Buffer> {
  const selection = {
    affiliate_id: 'all',
    project_id: String(project.id),
    start_date: '2026-11-19',
    end_date: '2026-11-20',
    timezone: 'UTC',
  };
  const answer = await app.inject({
    url: `/api/v1/export/?${new URLSearchParams({ ...selection, ...query })}`,
    headers: { authorization: 'Token owner' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.rawPayload;
}

const table = { report: 'rc-table-data', group_by: 'campaign_id', columns: 'conversions,revenue' };
const texts = (row: readonly OfficeCell[] | undefined) => row?.map(({ text }) => text);

/** The rows by their id, in the order of the sample. */
const byId = (rows: readonly OfficeCell[][], idOf: (cell: OfficeCell | undefined) => string) =>
  ids.map((id) => rows.find(([key]) => idOf(key) === id));

// Without LibreOffice there is nothing to open files with; `npm test` installs it where it may.
describe.skipIf(soffice === undefined)(
  'a file opened in LibreOffice (skipped without soffice: apt-get install libreoffice-calc-nogui)',
  { timeout: 120_000 },
  () => {
    it.each([
      ['en-US', 'comma'],
      ['de-DE', 'semicolon'],
    ] as const)(
      'as CSV in %s has its header first, whole ids and figures',
      async (locale, separator) => {
        const file = await exported({ ...table, separator });
        const [sheet] = await openedInOffice(file, { format: 'csv', locale });
        const [header, ...rows] = sheet?.rows ?? [];
        expect(texts(header)).toEqual(['key', 'label', 'conversions', 'revenue']);
        expect(rows).toHaveLength(ids.length);
        const found = byId(rows, (cell) => unescapeFormula(cell?.text ?? ''));
        expect(
          found.map((row) => [row?.[2], row?.[3]].map((cell) => [cell?.type, Number(cell?.value)])),
        ).toEqual(
          ids.map((_, index) => [
            ['float', 1],
            ['float', amountOf(index)],
          ]),
        );
      },
    );

    it.each([
      ['en-US', '1,234.50'],
      ['de-DE', '1.234,50'],
    ] as const)('as XLSX in %s has ids as texts and money as %s', async (locale, shown) => {
      const file = await exported({ ...table, format: 'xlsx' });
      const sheets = await openedInOffice(file, { format: 'xlsx', locale });
      expect(sheets.map(({ name }) => name)).toEqual(['Breakdown', 'Notes', 'Total']);
      const [header, ...rows] = sheets[0]?.rows ?? [];
      expect(texts(header)).toEqual(['key', 'label', 'conversions', 'revenue']);
      expect(rows).toHaveLength(ids.length);
      const found = byId(rows, (cell) => cell?.text ?? '');
      expect(found.map((row) => row?.[0]?.type)).toEqual(ids.map(() => 'string'));
      expect(found.map((row) => [row?.[3]?.type, Number(row?.[3]?.value)])).toEqual(
        ids.map((_, index) => ['float', amountOf(index)]),
      );
      expect(found[0]?.[3]?.text).toBe(shown);
      expect(sheets[1]?.rows.map((row) => texts(row))).toContainEqual(['Project', 'Opened']);
      expect(sheets[2]?.rows.at(-1)?.[0]?.text).toBe('total');
    });

    it('as XLSX has days as dates', async () => {
      const file = await exported({ report: 'rc-chart-data', format: 'xlsx' });
      const [sheet] = await openedInOffice(file, { format: 'xlsx', locale: 'en-US' });
      const [header, ...rows] = sheet?.rows ?? [];
      const at = texts(header)?.indexOf('date') ?? -1;
      expect(rows.map((row) => [row[at]?.type, row[at]?.value, row[at]?.text])).toEqual(
        ['2026-11-19', '2026-11-20'].map((day) => ['date', day, day]),
      );
    });
  },
);
