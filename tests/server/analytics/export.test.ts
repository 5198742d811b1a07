import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportedReports, exportFormats } from '#contract/analytics/export.ts';
import { unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { readXlsx } from '#tests/support/xlsx.ts';
import { acme, insertClicks, insertCosts, insertSales, rival } from './samples.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './test-app.ts';

let stores: Stores;
let app: FastifyInstance;
const now = () => new Date('2026-11-20T20:14:05.123Z');

/** Campaign names of people, shops and attackers. */
const hostile = [
  '=HYPERLINK("https://evil.test";"click")',
  '+1+1',
  '-2+3',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  ' =1+1',
  '\uFF1D1+1',
  "'=1+1",
  "'quoted'",
  'a,b;c\t"d"',
  '# not a remark',
  'half # a remark',
  'two\nlines\r\nthree',
  'café ☕ 日本',
  '000123',
  '1e5',
  'null',
  ' edges ',
  '-12.50',
  ...fc.sample(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), {
    numRuns: 60,
    seed: 7,
  }),
];
const campaigns = [...new Set(hostile)].filter((name) => name.trim() !== '');

beforeAll(async () => {
  stores = await startStores();
  const { pool, warehouse } = stores;
  await createProjects(pool, [acme, rival]);
  await pool.query(
    `insert into payouts (affiliate_id, reference, amount, currency, paid_at)
     select id, 'p-1', 5.5, 'USD', '2026-11-20T10:00:00Z' from affiliates where aff_id = '1001'`,
  );
  await insertClicks(warehouse.writer, [
    ...campaigns.map((campaign) => ({
      time: '2026-11-20T14:00:00.000Z',
      visitor: campaign,
      campaign,
    })),
    { time: '2026-11-20T15:00:00.000Z', visitor: 'robot', bot: 1 as const },
    { time: '2026-11-19T14:00:00.000Z', visitor: 'ann', campaign: campaigns[0] ?? '' },
    { time: '2026-11-20T12:00:00.000Z', visitor: 'ann', name: 'page_view' },
    { time: '2026-11-20T12:00:30.000Z', visitor: 'ann', name: 'add_to_cart' },
    { time: '2026-11-20T12:01:30.000Z', visitor: 'ann', name: 'purchase' },
  ]);
  await insertSales(warehouse.writer, [
    ...campaigns.map((campaign, index) => ({
      id: `s${index}`,
      time: '2026-11-20T14:10:00.000Z',
      value: `${index}.${String(index * 37)
        .padStart(4, '0')
        .slice(-4)}`,
      campaign,
      user: index,
      payout: '0.1',
    })),
    {
      id: 'b',
      time: '2026-11-20T14:20:00.000Z',
      value: '8',
      side: 'browser',
      campaign: campaigns[0] ?? '',
    },
    {
      id: 'r',
      time: '2026-11-20T16:30:00.000Z',
      value: '95.55',
      refund: true,
      campaign: campaigns[0] ?? '',
    },
    {
      id: 'c',
      time: '2026-11-20T16:00:00.000Z',
      value: '30.0049',
      attributed: 0,
      affid: '',
      user: 900,
    },
    {
      id: 'd',
      time: '2026-11-19T16:00:00.000Z',
      value: '25',
      campaign: campaigns[0] ?? '',
      user: 901,
    },
  ]);
  await insertCosts(warehouse.writer, [
    { date: '2026-11-20', campaign: campaigns[1] ?? '', spend: '12.40' },
    { date: '2026-11-19', campaign: campaigns[0] ?? '', spend: '3' },
  ]);
  app = await startApp(
    stores,
    [
      tokenHolder('owner', [membershipOf({ ...acme, name: '=Acme, "Sons"; -1' })]),
      tokenHolder('debug', [membershipOf(acme), membershipOf(rival)], true),
    ],
    now,
  );
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

type Query = Record<string, string>;
type Line = Record<string, unknown>;

/** Reports whose own calls have another name. */
const paths: Record<string, string> = {
  'conversion-summary': 'conversions/summary',
  'conversion-ledger': 'conversions/ledger',
  'figure-rows': 'figures/rows',
};

const known = new Map<string, ReturnType<typeof request>>();
const request = (url: string, person: string) =>
  app.inject({ url, headers: { authorization: `Token ${person}` } });

/** No event is added here, so answers can be cached. */
function get(path: string, query: Query, person: string) {
  const url = `/api/v1/${paths[path] ?? path}/?${new URLSearchParams(query)}`;
  const answer = known.get(person + url) ?? request(url, person);
  known.set(person + url, answer);
  return answer;
}

const selection: Query = { affiliate_id: 'all', project_id: '7', timezone: 'America/New_York' };
function exportQuery(report: string, { compare, ...days }: Query): Query {
  const query = compare === undefined ? days : { ...days, compare };
  if (report === 'all-rc-payment-data') return { timezone: 'America/New_York', ...query };
  if (report === 'conversion-ledger') return { ...selection, ...days };
  return { ...selection, ...query, ...(report === 'figure-rows' && { figure: 'revenue' }) };
}

const day = { start_date: '2026-11-20', end_date: '2026-11-20', compare: 'same_elapsed' };
const week = { start_date: '2026-11-14', end_date: '2026-11-20', compare: 'none' };

async function download(report: string, format: string, query: Query, person = 'debug') {
  const answer = await get('export', { report, format, ...exportQuery(report, query) }, person);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
}

/** The answer of a report's own call; the totals of the screen are two calls. */
async function answerOf(report: string, query: Query): Promise<Data> {
  const page = report === 'figure-rows' ? { limit: '500' } : {};
  const read = async (name: string) =>
    (await get(name, { ...exportQuery(name, query), ...page }, 'debug')).json().data;
  if (report !== 'totals') return read(report);
  const [money, traffic] = await Promise.all([read('rc-data'), read('cc-data')]);
  return {
    ...money,
    ...traffic,
    previous: money.previous && { ...money.previous, ...traffic.previous },
    change: money.change && { ...money.change, ...traffic.change },
  };
}

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function flat(line: Line, prefix = ''): Line {
  return Object.fromEntries(
    Object.entries(line).flatMap(([name, value]) =>
      isObject(value) ? Object.entries(flat(value, `${prefix}${name}_`)) : [[prefix + name, value]],
    ),
  );
}

/** Every report as one list of lines. */
type Data = Line &
  Line[] &
  Record<'series' | 'rows' | 'steps' | 'previous_steps', Line[]> &
  Record<'other' | 'unattributed' | 'total', Line>;

/** Counts that no ad platform reported are not known, nor are the ratios of them. */
const told = (line: Line): Line => ({
  ...line,
  ...(line.impressions === 0 && {
    impressions: null,
    cost_with_impressions: null,
    ad_clicks_with_impressions: null,
    cpm: null,
    ctr: null,
    ...(line.ad_clicks === 0 && { ad_clicks: null, cost_with_ad_clicks: null, cpc: null }),
  }),
});

/** A profit before costs is not compared with one after. */
const comparable = (previous: Line, { cost }: Line): Line =>
  'profit' in previous && previous.cost === 0 && cost !== 0
    ? { ...previous, profit: null }
    : previous;

/** A cost of 0 is not known, nor are the ratios of it. */
const priced = (line: Line): Line => ({
  ...told(line),
  ...(line.cost === 0 && {
    cost: null,
    roas: null,
    cpa: null,
    ...('roi' in line && { roi: null }),
    ...('cpa_low' in line && { cpa_low: null, cpa_high: null }),
  }),
  ...(isObject(line.previous) && { previous: priced(comparable(line.previous, line)) }),
  ...(isObject(line.change) &&
    line.cost === 0 && { change: { ...line.change, cost: null, roas: null, cpa: null } }),
});

const divided = (part: unknown, full: unknown, places: number): number | null =>
  Number(full) === 0 ? null : Number((Number(part) / Number(full)).toFixed(places));

/** The rows below a table, with the ratios of their sums. */
const summed = (sums: Line): Line => {
  const profit = Number(
    (Number(sums.net_revenue) - Number(sums.cost) - Number(sums.payout)).toFixed(2),
  );
  return priced({
    ...sums,
    aov: divided(sums.revenue, sums.conversions, 2),
    profit,
    roas: divided(sums.revenue, sums.cost, 8),
    roi: divided((Number(sums.revenue) - Number(sums.cost)).toFixed(2), sums.cost, 8),
    margin: divided(profit, sums.revenue, 8),
    cpm: divided(1000 * Number(sums.cost_with_impressions), sums.impressions, 2),
    ctr: divided(sums.ad_clicks_with_impressions, sums.impressions, 8),
    cpc: divided(sums.cost_with_ad_clicks, sums.ad_clicks, 2),
    cpa: divided(sums.cost, sums.conversions, 2),
    epc: divided(sums.revenue, sums.clicks, 2),
    server_aov: divided(sums.server_revenue, sums.server_purchases, 2),
    browser_aov: divided(sums.browser_revenue, sums.browser_purchases, 2),
  });
};

/** The lines of a report as a person sees them, from its own call. */
function linesOf(report: string, data: Data): Line[] {
  const as = (line: string) => (part: Line) => flat({ line, ...part });
  switch (report) {
    case 'totals':
    case 'rc-data':
      return [flat(priced(data))];
    case 'cc-data':
      return [flat(data)];
    case 'clicks':
      return [
        ...data.series.map(as('row')),
        { line: 'total', clicks: data.total, unique_clicks: data.unique, bots: data.bots },
      ];
    case 'rc-table-data': {
      const { count, ...other } = data.other;
      return [
        ...data.rows.map(({ child_group_by: _, ...row }: Line) => as('row')(priced(row))),
        as('unattributed')(summed(data.unattributed)),
        as('other')({ ...summed(other), groups: count }),
        as('total')(summed(data.total)),
      ];
    }
    case 'figure-rows':
      return data.rows.map(({ project_id, label, events, credit, amount, ...row }: Line) => ({
        ...row,
        project: project_id,
        known_by: label,
        reports: events,
        credit: Number(credit),
        amount: Number(amount),
      }));
    case 'conversion-ledger': {
      const line = (name: string, part: unknown, from: Line) => ({
        line: name,
        part,
        found: from.conversions,
        worth: from.revenue,
        ...('server_revenue' in from && {
          server_worth: from.server_revenue,
          browser_worth: from.browser_revenue,
        }),
      });
      const { lines, fallback, causes, countings } = data as unknown as Record<string, Line[]> &
        Record<'fallback', Line>;
      return [
        ...(lines ?? []).map((one) => line('seen by', one.pairing, one)),
        line('total', '', data.total),
        line('fallback', '', fallback),
        ...(causes ?? []).map((one) => line('cause', one.cause, one)),
        ...(countings ?? []).map((one) => line('counted', one.by, one)),
      ];
    }
    case 'revenue-date-range':
      return [...data.rows.map(as('row')), as('total')(data.total)];
    case 'funnel-analysis-data':
      return [...data.steps.map(as('row')), ...(data.previous_steps ?? []).map(as('previous'))];
    default:
      return data.map((line: Line) => flat(line));
  }
}

/** All values of a line; columns that it lacks are empty. */
function expectSame(found: readonly Line[], wanted: readonly Line[]) {
  expect(found).toHaveLength(wanted.length);
  for (const [index, line] of wanted.entries()) {
    const row = found[index] ?? {};
    for (const [name, value] of Object.entries(line)) {
      if (value === null && !(name in row)) continue;
      expect([index, name, row[name]]).toEqual([index, name, value]);
    }
    const rest = Object.entries(row).filter(([name]) => !(name in line));
    expect(rest.filter(([, value]) => value !== null)).toEqual([]);
  }
}

type Definition = { name: string; unit: string; title: string; description: string };

async function definitionsOf(report: string, query: Query): Promise<Definition[]> {
  return (await download(report, 'json', query)).json().definitions;
}

/** Reads a CSV: remove one apostrophe. */
function readCsv(text: string, definitions: readonly Definition[]): Line[] {
  const kinds = new Map(definitions.map(({ name, unit }) => [name, unit]));
  const rows: string[][] = parse(text, {
    cast: (value, { quoting }) => (value === '' && !quoting ? '\0' : value),
  });
  const [header = [], ...lines] = rows;
  return lines.map((cells) =>
    Object.fromEntries(
      cells.map((cell, index) => {
        const name = header[index] ?? '';
        return [name, cell === '\0' ? null : read(cell, kinds.get(name) ?? '')];
      }),
    ),
  );
}

function read(cell: string, unit: string): unknown {
  if (unit === 'text') return unescapeFormula(cell);
  return unit === 'flag' ? cell === 'true' : Number(cell);
}

async function readParquet(file: ArrayBuffer): Promise<Line[]> {
  const scales = new Map(parquetMetadata(file).schema.map(({ name, scale }) => [name, scale]));
  const rows: Line[] = await parquetReadObjects({ file });
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (typeof value === 'bigint') return [name, Number(value)];
        const scale = scales.get(name);
        return [
          name,
          typeof value === 'number' ? Number(value.toFixed(scale ?? 0)) : (value ?? null),
        ];
      }),
    ),
  );
}

/** Lines that files for spreadsheets hold apart from the rows. */
const summing = new Set(['unattributed', 'other', 'total', 'fallback']);
/** The order of the screen: the lines that sum up stand below the rows, except in the ledger. */
const inOrder = (lines: readonly Line[]): Line[] => [
  ...lines.filter(({ line }) => !summing.has(String(line))),
  ...lines.filter(({ line }) => summing.has(String(line))),
];

/** A CSV without a column of lines holds rows only. */
const asRows = (lines: readonly Line[], isSplit: boolean): Line[] =>
  lines.map((line) => (isSplit && !('line' in line) ? { line: 'row', ...line } : line));

/** Whether a report has lines that sum its rows up. */
const hasTotal = (lines: readonly Line[]): boolean =>
  lines.some(({ line }) => summing.has(String(line)));

async function readBack(format: string, report: string, query: Query): Promise<Line[]> {
  if (format === 'csv') {
    const definitions = await definitionsOf(report, query);
    const read = async (part: string) =>
      readCsv((await download(report, 'csv', { ...query, part })).body, definitions);
    const whole = (await download(report, 'json', query)).json().rows;
    if (!hasTotal(whole)) return asRows(await read('rows'), 'line' in (whole[0] ?? {}));
    return [...asRows(await read('rows'), true), ...(await read('total'))];
  }
  const answer = await download(report, format, query);
  if (format === 'json') return answer.json().rows;
  if (format === 'xlsx') {
    const sheets = readXlsx(answer.rawPayload);
    const [rows = [], total] = [sheets[0]?.lines, sheets[2]?.lines];
    const whole = (await download(report, 'json', query)).json().rows;
    const kinds = new Map((await definitionsOf(report, query)).map((one) => [one.name, one.unit]));
    return [...asRows(rows, 'line' in (whole[0] ?? {})), ...(total ?? [])].map((line) =>
      asTyped(line, kinds),
    );
  }
  const { buffer, byteOffset, byteLength } = answer.rawPayload;
  return readParquet(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}

/** Ids are texts in a spreadsheet. */
const asTyped = (line: Line, kinds: ReadonlyMap<string, string>): Line =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      if (name === 'hour') return [name, wallTimeOf(value)];
      return [name, kinds.get(name) === 'text' ? value : Number(value)];
    }),
  );

/** A spreadsheet shows an hour as the clocks do, without its offset. */
const wallTimeOf = (hour: string): string => hour.slice(0, 19);
const withWallTime = (line: Line): Line =>
  typeof line.hour === 'string' ? { ...line, hour: wallTimeOf(line.hour) } : line;

/** Dates and hours of a graph are numbers or days; a file has texts. */
const asText = (line: Line): Line =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      /^(previous_)?date$/.test(name) && value !== null ? String(value) : value,
    ]),
  );

const proven = { ...day, evidence: '1', robustness: '1', clocks: 'both' };
const cases = exportedReports.flatMap((report) =>
  exportFormats.flatMap((format) => [
    [report, format, 'one day, compared', day] as const,
    [report, format, 'a week', week] as const,
    ...(report === 'rc-table-data' ? [[report, format, 'with everything', proven] as const] : []),
  ]),
);

describe('an export', () => {
  it.each(cases)(
    'of %s as %s contains the figures of its call: %s',
    async (report, format, _, query) => {
      const lines = linesOf(report, await answerOf(report, query)).map(asText);
      const wanted = format === 'csv' || format === 'xlsx' ? inOrder(lines) : lines;
      expect(wanted.length).toBeGreaterThan(0);
      expectSame(
        await readBack(format, report, query),
        format === 'xlsx' ? wanted.map(withWallTime) : wanted,
      );
    },
  );

  it('of the breakdown holds every row without a limit, and as many as a limit says', async () => {
    const query = { start_date: '2026-10-05', end_date: '2026-10-05', min_revenue: '0' };
    await insertClicks(
      stores.warehouse.writer,
      Array.from({ length: 691 }, (_, index) => ({
        time: '2026-10-05T14:00:00.000Z',
        visitor: `many-${index}`,
        campaign: `many-${index}`,
      })),
    );
    for (const format of exportFormats) {
      const lines = await readBack(format, 'rc-table-data', query);
      expect(lines.filter(({ line }) => line === 'row')).toHaveLength(691);
    }
    const some = await readBack('csv', 'rc-table-data', { ...query, limit: '5' });
    expect(some.filter(({ line }) => line === 'row')).toHaveLength(5);
  });

  it('of the breakdown leaves out what the screen leaves out, and contains all of its total', async () => {
    const rows = await readBack('csv', 'rc-table-data', { ...day, min_revenue: '0' });
    const spent = rows.filter(({ line, cost }) => line === 'row' && cost !== null);
    expect(spent).toMatchObject([{ cost: 12.4, cpa: 12.4 }]);
    const others = rows.filter((row) => row.line === 'row' && !spent.includes(row));
    expect(others.length).toBeGreaterThan(1);
    for (const { cost, roas, cpa } of others) {
      expect({ cost, roas, cpa }).toEqual({ cost: null, roas: null, cpa: null });
    }
    const [unattributed, total] = ['unattributed', 'total'].map((name) =>
      rows.find(({ line }) => line === name),
    );
    expect(unattributed).toMatchObject({ profit: 30, cost: null, roas: null, cpa: null });
    const {
      revenue,
      net_revenue: net,
      payout,
      conversions,
      clicks,
    } = total as Record<string, number>;
    expect(total).toMatchObject({
      cost: 12.4,
      profit: Number(((net ?? 0) - 12.4 - (payout ?? 0)).toFixed(2)),
      cpa: Number((12.4 / (conversions ?? 0)).toFixed(2)),
      epc: Number(((revenue ?? 0) / (clicks ?? 0)).toFixed(2)),
    });
  });

  it('has no profit where costs have no such dimension, as on the screen', async () => {
    const rows = await readBack('csv', 'rc-table-data', {
      ...day,
      min_revenue: '0',
      group_by: 'device',
    });
    const unknown = { cost: null, profit: null, roas: null, cpa: null };
    const own = rows.filter(({ line }) => line === 'row');
    expect(own.some(({ revenue }) => Number(revenue) > 0)).toBe(true);
    expect(own.filter(({ cost }) => cost !== null)).toMatchObject([{ cost: 12.4 }]);
    for (const { line, profit, roas, cpa } of rows.filter(({ line }) => line !== 'total')) {
      expect({ line, profit, roas, cpa }).toEqual({ line, profit: null, roas: null, cpa: null });
    }
    expect(rows.find(({ line }) => line === 'total')).toMatchObject({
      cost: 12.4,
      profit: expect.any(Number),
      roas: expect.any(Number),
    });
    for (const narrowing of [{ countries: '-DE' }, { 'parent[]': 'device' }]) {
      const lines = await readBack('csv', 'rc-table-data', {
        ...day,
        min_revenue: '0',
        ...narrowing,
      });
      for (const { cost, profit, roas, cpa } of lines) {
        expect({ cost, profit, roas, cpa }).toEqual(unknown);
      }
    }
    for (const narrowing of [{ countries: '-DE' }, { utm_source: '-tiktok', device: 'desktop' }]) {
      const [narrowed] = await readBack('csv', 'totals', { ...day, ...narrowing });
      expect(narrowed).toMatchObject(unknown);
    }
  });

  it.each(exportedReports)('of %s describes each of its columns', async (report) => {
    const query = report === 'rc-table-data' ? proven : day;
    for (const { name, title, description } of await definitionsOf(report, query)) {
      expect([name, title === name && name !== 'order', description !== '']).toEqual([
        name,
        false,
        true,
      ]);
    }
  });

  it('describes its query before its figures, if all parts are asked for', async () => {
    const query = { ...day, utm_source: 'face,bo;ok', group_by: 'campaign_id' };
    const fullQuery = { ...query, min_revenue: '0', part: 'all' };
    const { body, headers } = await download('rc-table-data', 'csv', fullQuery, 'owner');
    const head = body.split('\r\n').filter((line) => line.startsWith('# '));
    for (const line of [
      '# Report: Breakdown',
      '# Project: =Acme%2C %22Sons%22%3B -1',
      '# Affiliates: all',
      '# Days: 2026-11-20 to 2026-11-20',
      '# Time zone: America/New_York',
      '# UTC window: from 2026-11-20T05:00:00.000Z up to but not including 2026-11-21T05:00:00.000Z',
      '# Asked for: utm_source = face or bo%3Bok | group_by = campaign_id | min_revenue = 0',
      '# Compared with: same_elapsed: from 2026-11-19T05:00:00.000Z up to but not including 2026-11-19T20:14:05.000Z',
      '# Attribution: last_click within 30 days on the conversion clock',
      '# As of: 2026-11-20T20:14:05.000Z',
      '# Definitions version: 1',
    ]) {
      expect(head).toContain(line);
    }
    expect(head.some((line) => line.startsWith('# Column server_revenue: Server revenue.'))).toBe(
      true,
    );
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="breakdown-project-7-2026-11-20.csv"',
    );
  });

  it('of months names them, whatever days were requested', async () => {
    const { body, headers } = await download(
      'revenue-last-year',
      'csv',
      { ...day, part: 'all' },
      'owner',
    );
    const head = body.split('\r\n').filter((line) => line.startsWith('# '));
    for (const line of [
      '# Days: 2025-11-01 to 2026-11-30',
      '# UTC window: from 2025-11-01T04:00:00.000Z up to but not including 2026-12-01T05:00:00.000Z',
      '# Compared with: nothing',
    ]) {
      expect(head).toContain(line);
    }
    expect(headers['content-disposition']).toBe(
      'attachment; filename="last-13-months-project-7-2025-11-01-to-2026-11-30.csv"',
    );
  });

  it('contains the same in a JSON file and beside the columns of a Parquet file', async () => {
    const json = (await download('rc-table-data', 'json', day)).json();
    expect(json).toMatchObject({ report: 'Breakdown', meta: { timezone: 'America/New_York' } });
    const { buffer, byteOffset, byteLength } = (await download('rc-table-data', 'parquet', day))
      .rawPayload;
    const { key_value_metadata: found, schema } = parquetMetadata(
      buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer,
    );
    const values = Object.fromEntries(
      (found ?? []).map(({ key, value }) => [key, JSON.parse(value ?? '')]),
    );
    expect(values['clickledger.definitions']).toEqual(json.definitions);
    expect(values['clickledger.meta']).toEqual({ ...json.meta, query_ms: expect.any(Number) });
    expect(schema.find(({ name }) => name === 'server_revenue')).toMatchObject({
      type: 'INT64',
      converted_type: 'DECIMAL',
      scale: 2,
    });
  });

  it('contains no text that a spreadsheet would run as a formula, and no figure that it would read as text', async () => {
    const { body } = await download('rc-table-data', 'csv', { ...day, part: 'all' });
    const definitions = await definitionsOf('rc-table-data', day);
    const [header = [], ...rows]: string[][] = parse(body, { comment: '#' });
    const texts = new Set(
      definitions.filter(({ unit }) => unit === 'text').map(({ name }) => name),
    );
    let checked = 0;
    for (const row of rows) {
      for (const [index, cell] of row.entries()) {
        const isText = texts.has(header[index] ?? '');
        if (isText) expect(cell).not.toMatch(/^\s*[=+\-@\uFF1D]/u);
        else expect(cell).toMatch(/^(|-?\d+(\.\d+)?)$/);
        checked += isText ? 1 : 0;
      }
    }
    expect(checked).toBeGreaterThan(campaigns.length);
    for (const remark of body.split('\r\n').filter((line) => line.startsWith('# '))) {
      expect(
        remark
          .split(/[,;\t]/)
          .slice(1)
          .join('\n'),
      ).not.toMatch(/^\s*[=+\-@]/m);
    }
    const total = await get('rc-data', exportQuery('rc-data', day), 'debug');
    expect(total.json().data.net_revenue).toBeTypeOf('number');
  });

  it('of a spreadsheet has only rows below its header, and their total and notes apart', async () => {
    const query = { ...day, min_revenue: '0' };
    const parts = await Promise.all(
      ['rows', 'total', 'notes'].map((part) =>
        download('rc-table-data', 'csv', { ...query, part }),
      ),
    );
    const [rows, total, notes] = parts.map(({ body }) => parse(body) as string[][]);
    expect(rows?.[0]?.slice(0, 2)).toEqual(['key', 'label']);
    expect(total?.map(([line]) => line)).toEqual(['line', 'unattributed', 'other', 'total']);
    expect(notes?.slice(0, 3)).toEqual([
      ['name', 'text'],
      ['Report', 'Breakdown'],
      ['Project', expect.any(String)],
    ]);
    expect(parts.map(({ headers }) => headers['content-disposition'])).toEqual(
      ['', '-total', '-notes'].map(
        (part) => `attachment; filename="breakdown-project-7-2026-11-20${part}.csv"`,
      ),
    );
    const workbook = await download('rc-table-data', 'xlsx', query);
    expect(readXlsx(workbook.rawPayload).map(({ name }) => name)).toEqual([
      'Breakdown',
      'Notes',
      'Total',
    ]);
    expect(workbook.headers['content-disposition']).toBe(
      'attachment; filename="breakdown-project-7-2026-11-20.xlsx"',
    );
  });

  it('writes semicolons and decimal commas where a spreadsheet expects them', async () => {
    const query = { ...day, columns: 'revenue', separator: 'semicolon' };
    const { body } = await download('rc-table-data', 'csv', query);
    expect(body).toMatch(/^\uFEFFkey;label;revenue\r\n/);
    const rows: string[][] = parse(body, { bom: true, delimiter: ';' });
    expect(rows.length).toBeGreaterThan(1);
    for (const [, , revenue] of rows.slice(1)) expect(revenue).toMatch(/^-?\d+,\d\d$/);
  });

  it('contains the chosen figures in their order, and the names of each row', async () => {
    const columns = 'conversions,server_revenue';
    const { body } = await download('rc-table-data', 'csv', { ...day, columns });
    expect(body).toMatch(/^key,label,conversions,server_revenue\r\n/);
    const whole = await download('rc-table-data', 'csv', { ...day, columns, part: 'all' });
    expect(whole.body).toContain('\r\nline,key,label,conversions,server_revenue\r\n');
    const refused = await get(
      'export',
      { report: 'rc-table-data', columns: 'secret', ...selection },
      'owner',
    );
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['columns']]);
  });

  it.each([
    ['report', { report: 'everything' }],
    ['format', { report: 'rc-data', format: 'docx' }],
    ['part', { report: 'rc-data', part: 'everything' }],
    ['part', { report: 'rc-data', part: 'total' }],
    ['part', { report: 'rc-data', format: 'xlsx', part: 'notes' }],
    ['separator', { report: 'rc-data', format: 'json', separator: 'semicolon' }],
    ['separator', { report: 'rc-data', part: 'all', separator: 'semicolon' }],
    ['group_by', { report: 'rc-data', group_by: 'affid' }],
    ['timezone', { report: 'rc-data', timezone: 'Mars' }],
    ['limit', { report: 'rc-table-data', limit: '100001' }],
  ])('refuses a bad %s by name', async (field, query) => {
    const answer = await get('export', { ...selection, ...query }, 'owner');
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('is refused where the report itself is refused', async () => {
    const foreign = { ...selection, project_id: '9', report: 'rc-data' };
    expect((await get('export', foreign, 'owner')).statusCode).toBe(403);
    expect((await get('export', { ...selection, report: 'rc-data' }, 'nobody')).statusCode).toBe(
      401,
    );
    const payments = await get(
      'export',
      { report: 'all-rc-payment-data', format: 'json' },
      'owner',
    );
    expect(payments.json().rows).toEqual([]);
  });
});
