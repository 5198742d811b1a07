import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cube from '@cubejs-client/core';
import { type Browser, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { createUser } from '#server/accounts/users.ts';
import { runImport } from '#server/import/command.ts';
import { countryOf, usStateOf } from '#server/import/place-codes.ts';
import { parseEnv } from '#server/platform/env.ts';
import { createProject } from '#server/projects/repository.ts';
import { type Product, startProduct } from '#server/start-product.ts';

const folder = join(process.env.CLICKLEDGER_REAL_DATA ?? '', 'ga360-merch-2017-08-01');
const root = join(import.meta.dirname, '../..');
const mappingFile = join(root, 'examples/ga360-sessions.mapping.json');
const pages = join(root, 'dist/client');
const zone = 'America/Los_Angeles';
const person = { email: 'buyer@merch.test', password: 'a password for the real day' };

type Group = { sessions: number; revenue?: number; revenue_total?: number };
type Expected = {
  totals: {
    sessions: number;
    users: number;
    transactions: number;
    distinct_transaction_ids: number;
    transactionRevenue_usd: number;
    totalTransactionRevenue_usd: number;
  };
  by_channel: (Group & { channelGrouping: string })[];
  by_country: (Group & { country: string })[];
  by_us_region: (Group & { region: string })[];
  timezone_check: Record<string, Record<string, number>>;
};
type Row = Record<string, unknown>;

/** Sums of groups that share a code: two names without a code of their own are one country, ZZ. */
function grouped<One extends Group>(
  groups: readonly One[],
  keyOf: (group: One) => string,
  revenueOf: (group: One) => number,
): Record<string, { clicks: number; revenue: number }> {
  const result: Record<string, { clicks: number; revenue: number }> = {};
  for (const group of groups) {
    const before = result[keyOf(group)] ?? { clicks: 0, revenue: 0 };
    result[keyOf(group)] = {
      clicks: before.clicks + group.sessions,
      revenue: Math.round((before.revenue + revenueOf(group)) * 100) / 100,
    };
  }
  return result;
}

const byKey = (rows: readonly Row[], key: string, revenue: string) =>
  Object.fromEntries(
    rows.map((row) => [String(row[key]), { clicks: row.clicks, revenue: Number(row[revenue]) }]),
  );

describe.skipIf(!process.env.CLICKLEDGER_REAL_DATA)('the figures of one day of a real shop', () => {
  let expected: Expected;
  let dataDir: string;
  let product: Product;
  let pool: pg.Pool;
  let token: string;
  const ids: Record<'net' | 'total', number> = { net: 0, total: 0 };

  beforeAll(async () => {
    expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
    dataDir = await mkdtemp(join(tmpdir(), 'clickledger-real-'));
    product = await startProduct({
      env: parseEnv({ DATA_DIR: join(dataDir, 'data'), PORT: '0', DEMO: '0' }),
      log: pino({ level: 'silent' }),
      now: () => new Date(),
      pages: existsSync(pages) ? pages : null,
    });
    pool = new pg.Pool({ connectionString: product.databaseUrl });
    const user = await createUser(pool, createHasher(), person);
    for (const kind of ['net', 'total'] as const) {
      const { project, collectKey } = await createProject(pool, {
        name: `Merch ${kind}`,
        createdBy: user.id,
        timezone: zone,
        currency: 'USD',
      });
      ids[kind] = project.id;
      const code = await runImport(
        [
          join(folder, 'sessions.csv'),
          '--project',
          project.slug,
          '--map',
          await mappingFor(kind),
          '--url',
          product.address,
          '--report',
          join(dataDir, `${kind}.rejected`),
        ],
        {
          env: { COLLECT_KEY: collectKey },
          say: () => undefined,
          screen: { write: () => undefined },
        },
      );
      expect(code).toBe(0);
    }
    await product.flush();
    const login = await fetch(`${product.address}/api/v1/auth/token/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    ({ token } = await login.json());
  }, 120_000);

  afterAll(async () => {
    await pool?.end();
    await product?.stop();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  /** The same mapping; only the column of the value differs. */
  async function mappingFor(kind: 'net' | 'total'): Promise<string> {
    if (kind === 'net') return mappingFile;
    const file = join(dataDir, 'total.mapping.json');
    const text = readFileSync(mappingFile, 'utf8');
    await writeFile(
      file,
      text.replace('transactionRevenue_micros', 'totalTransactionRevenue_micros'),
    );
    return file;
  }

  async function read(call: string, query: Record<string, string> = {}) {
    const parameters = new URLSearchParams({
      affiliate_id: 'all',
      project_id: String(ids.net),
      start_date: '08/01/2017',
      end_date: '08/01/2017',
      timezone: zone,
      ...query,
    });
    const answer = await fetch(`${product.address}/api/v1/${call}/?${parameters}`, {
      headers: { authorization: `Token ${token}` },
    });
    expect([call, answer.status]).toEqual([call, 200]);
    const { data } = await answer.json();
    return data;
  }

  it('has the published sessions, transactions and revenue', async () => {
    const { totals } = expected;
    expect(await read('cc-data')).toMatchObject({
      clicks: totals.sessions,
      unique_clicks: totals.users,
      conversions: totals.distinct_transaction_ids,
      unique_conversions: totals.distinct_transaction_ids,
      raw_conversions: totals.transactions,
    });
    expect(await read('rc-data')).toMatchObject({
      revenue: totals.transactionRevenue_usd,
      conversions: totals.distinct_transaction_ids,
    });
    expect(await read('rc-data', { project_id: String(ids.total) })).toMatchObject({
      revenue: totals.totalTransactionRevenue_usd,
    });
  });

  it('has the published figures by channel', async () => {
    const table = await read('rc-table-data', { group_by: 'channel', min_revenue: '0' });
    expect(byKey(table.rows, 'key', 'server_revenue')).toEqual(
      grouped(
        expected.by_channel,
        ({ channelGrouping }) => channelGrouping,
        ({ revenue = 0 }) => revenue,
      ),
    );
    expect(table.unattributed.conversions).toBe(0);
  });

  it('has the published figures by country', async () => {
    const rows = await read('country-breakdown');
    expect(byKey(rows, 'country', 'revenue')).toEqual(
      grouped(
        expected.by_country,
        ({ country }) => countryOf(country) ?? 'ZZ',
        ({ revenue = 0 }) => revenue,
      ),
    );
  });

  it('has the published figures by state of the United States', async () => {
    const rows = await read('states-breakdown', {
      countries: 'US',
      project_id: String(ids.total),
    });
    expect(byKey(rows, 'state', 'revenue')).toEqual(
      grouped(
        expected.by_us_region,
        ({ region }) => usStateOf(region) ?? region,
        ({ revenue_total = 0 }) => revenue_total,
      ),
    );
  });

  it('moves the day with the time zone', async () => {
    const days = Object.entries(expected.timezone_check).flatMap(([timezone, perDay]) =>
      Object.entries(perDay).map(([day, sessions]) => ({ timezone, day, sessions })),
    );
    expect(days.length).toBeGreaterThanOrEqual(3);
    for (const { timezone, day, sessions } of days) {
      const { clicks } = await read('cc-data', { timezone, start_date: day, end_date: day });
      expect([timezone, day, clicks]).toEqual([timezone, day, sessions]);
    }
  });

  it('reconciles with a file that leaves five orders out', async () => {
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const query = `affiliate_id=all&project_id=${ids.net}&start_date=2017-08-01&end_date=2017-08-01&timezone=${zone}&limit=500`;
    const log = await fetch(`${product.address}/api/v1/conversions/?${query}`, { headers });
    const orders: { order_id: string; value: number }[] = await log.json();
    const [reported, left] = [orders.slice(5), orders.slice(0, 5)];
    const lines = reported.map(({ order_id, value }) => `${order_id},${value.toFixed(2)}`);
    const answer = await fetch(`${product.address}/api/v1/conversions/reconcile/`, {
      method: 'POST',
      headers,
      body: JSON.stringify({
        project_id: ids.net,
        timezone: zone,
        csv: ['Order,Amount', ...lines].join('\n'),
      }),
    });
    const found = await answer.json();
    const { totals } = expected;
    expect(found.counts).toMatchObject({
      left_out: 5,
      same: totals.distinct_transaction_ids - 5,
      differs: 0,
      unmatched: 0,
    });
    expect(found.left_out).toMatchObject({ start_date: '2017-08-01', end_date: '2017-08-01' });
    expect(found.rows.map(({ key }: { key: string }) => key)).toEqual(
      left.map(({ order_id }) => order_id),
    );
    expect(found.theirs).toBe(found.ours);
    expect(found.ours + found.amounts.left_out.ours).toBeCloseTo(totals.transactionRevenue_usd, 2);
  });

  it('agrees with the official Cube client', async () => {
    const answer = await fetch(`${product.address}/api/v1/analytics-token/`, {
      method: 'POST',
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    });
    const client = cube((await answer.json()).token, {
      apiUrl: `${product.address}/cubejs-api/v1`,
    });
    const question = {
      measures: [
        'pixel_summary.clicks',
        'pixel_summary.server_purchases',
        'pixel_summary.server_revenue',
      ],
      timeDimensions: [
        {
          dimension: 'pixel_summary.hour',
          dateRange: ['2017-08-01', '2017-08-01'] as [string, string],
        },
      ],
      filters: [
        {
          member: 'pixel_summary.project_id',
          operator: 'equals' as const,
          values: [String(ids.net)],
        },
      ],
      timezone: zone,
    };
    const { totals } = expected;
    const [total] = (await client.load(question, { castNumerics: true })).rawData();
    expect(total).toMatchObject({
      'pixel_summary.clicks': totals.sessions,
      'pixel_summary.server_purchases': totals.distinct_transaction_ids,
      'pixel_summary.server_revenue': totals.transactionRevenue_usd,
    });
    const rows = (
      await client.load(
        { ...question, dimensions: ['pixel_summary.channel'] },
        { castNumerics: true },
      )
    ).rawData();
    const found = rows.map((row) => ({
      channel: row['pixel_summary.channel'],
      clicks: row['pixel_summary.clicks'],
      revenue: row['pixel_summary.server_revenue'],
    }));
    expect(byKey(found, 'channel', 'revenue')).toEqual(
      grouped(
        expected.by_channel,
        ({ channelGrouping }) => channelGrouping,
        ({ revenue = 0 }) => revenue,
      ),
    );
  });

  describe.skipIf(!existsSync(pages))('on the page', () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      const executablePath = process.env.CHROMIUM_PATH;
      browser = await chromium.launch({
        ...(executablePath ? { executablePath } : {}),
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--disable-background-networking',
        ],
      });
      page = await browser.newPage({
        locale: 'en-US',
        timezoneId: zone,
        viewport: { width: 1680, height: 1000 },
      });
      await page.clock.setFixedTime(new Date('2017-08-02T12:00:00-07:00'));
    });
    afterAll(() => browser?.close());

    it('shows the published figures', async () => {
      await page.goto(`${product.address}/login`);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      const zones = page.getByLabel('Time zone').first();
      await zones.click();
      await page.getByPlaceholder(/search/i).fill('Los Angeles');
      await page
        .getByRole('option', { name: /Los Angeles/ })
        .first()
        .click();
      // A dialog that opens before the list has returned its focus loses it, and closes.
      await expect
        .poll(() => zones.evaluate((element) => element === document.activeElement))
        .toBe(true);
      await page.getByRole('button', { name: /^Date range/ }).click();
      await page.getByRole('button', { name: 'Yesterday' }).click();
      const { totals } = expected;
      const totalsPanel = page.getByRole('region', { name: 'Totals' });
      const shown = (value: number, digits: number) =>
        value.toLocaleString('en-US', {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        });
      for (const [name, figure] of [
        ['Clicks', shown(totals.sessions, 0)],
        ['Revenue', shown(totals.transactionRevenue_usd, 2)],
        ['Conversions', shown(totals.distinct_transaction_ids, 0)],
      ] as const) {
        const card = totalsPanel.locator('.figure', {
          has: page.getByRole('button', { name, exact: true }),
        });
        await expect
          .poll(() => card.locator('.figure-value').textContent(), { timeout: 15_000 })
          .toBe(figure);
      }
    }, 60_000);
  });
});
