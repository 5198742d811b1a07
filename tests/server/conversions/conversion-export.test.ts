import { parse } from 'csv-parse/sync';
import type { FastifyInstance } from 'fastify';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { conversionSchema } from '#contract/conversions/schemas.ts';
import { unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { acme, insertSales } from '../analytics/samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from '../analytics/test-app.ts';

const stores = sharedStores();
const project = { ...acme, id: 71, name: 'Exported', affids: ['=7+1', '8001'] };
const now = () => new Date('2026-11-20T20:14:05.123Z');
let app: FastifyInstance;

beforeAll(async () => {
  const { pool, warehouse } = stores();
  await createProjects(pool, [project]);
  const sold = { project: project.id, time: '2026-11-20T14:00:00.000Z', value: '12.5' };
  await insertSales(warehouse.writer, [
    { ...sold, id: 'c_1', affid: '=7+1', campaign: '=HYPERLINK("https://evil.test")', paired: 1 },
    { ...sold, id: 'c_1', affid: '=7+1', side: 'browser', value: '11', paired: 1 },
    { ...sold, id: 'c_2', affid: '8001', time: '2026-11-20T15:00:00.000Z' },
    { ...sold, id: 'r_3', affid: '8001', refund: true, value: '4' },
    { ...sold, id: 'c_4', affid: '8001', side: 'browser', time: '2026-11-20T16:00:00.000Z' },
  ]);
  app = await startApp(stores(), [tokenHolder('owner', [membershipOf(project)])], now);
});
afterAll(() => app?.close());

const selection = `affiliate_id=all&project_id=${project.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC`;
const get = (path: string, query = '') =>
  app.inject({
    url: `/api/v1/conversions/${path}?${selection}${query}`,
    headers: { authorization: 'Token owner' },
  });

const shown = async () => z.array(conversionSchema).parse((await get('')).json());
const csv = (text: string): Record<string, string>[] =>
  parse(text, { columns: true, comment: '# ', comment_no_infix: true, relax_column_count: false });

describe('the log as a file', () => {
  it('contains the log, as CSV without formulas', async () => {
    const rows = await shown();
    expect(rows.map(({ id }) => id)).toEqual(['c_4', 'c_2', 'r_3', 'c_1']);
    const answer = await get('export/', '&format=csv');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="conversions-project-71-2026-11-20.csv"',
    );
    const lines = csv(answer.body);
    expect(lines.map(({ id, value }) => [id, value])).toEqual(
      rows.map(({ id, value }) => [id, value.toFixed(2)]),
    );
    const both = lines.at(-1);
    expect(both).toMatchObject({ server_value: '12.50', browser_value: '11.00', pairing: 'both' });
    expect(both?.affid).toBe("'=7+1");
    expect(unescapeFormula(both?.campaign_id ?? '')).toBe('=HYPERLINK("https://evil.test")');
    expect(lines[0]?.server_value).toBe('');
    const whole = await get('export/', '&format=csv&part=all');
    expect(csv(whole.body)).toEqual(lines);
    expect(whole.body).toContain('# Days: 2026-11-20 to 2026-11-20');
    expect(whole.body).not.toMatch(/^# Column (\w+): \1$/m);
  });

  it('contains the same as JSON and as Parquet', async () => {
    const rows = (await shown()).map(({ id, value, server }) => [id, value, server?.value ?? null]);
    const json = (await get('export/', '&format=json')).json();
    expect(
      json.rows.map((row: Record<string, unknown>) => [row.id, row.value, row.server_value]),
    ).toEqual(rows);
    const { rawPayload } = await get('export/', '&format=parquet');
    const file = rawPayload.buffer.slice(
      rawPayload.byteOffset,
      rawPayload.byteOffset + rawPayload.byteLength,
    ) as ArrayBuffer;
    const stored = await parquetReadObjects({ file });
    expect(stored.map((row) => [row.id, row.value, row.server_value ?? null])).toEqual(rows);
  });

  it('contains no more than was requested', async () => {
    const narrowed = await get(
      'export/',
      '&format=csv&record=refund&pairing=server_only&columns=value',
    );
    expect(csv(narrowed.body).map(({ id }) => id)).toEqual(['r_3']);
    const notes = await get('export/', '&part=notes&record=refund&pairing=server_only');
    expect(notes.body).toContain('Asked for,record = refund | pairing = server_only\r\n');
    const refused = await get('export/', '&format=csv&columns=secret');
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['columns']]);
  });
});
