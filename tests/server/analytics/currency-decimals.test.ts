import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  countryRowSchema,
  funnelSchema,
  graphPointSchema,
  hourlyRowSchema,
  monthRowSchema,
  paymentSchema,
  rcDataSchema,
  revenueRangeSchema,
  tableSchema,
} from '#contract/analytics/report.ts';
import {
  conversionDetailSchema,
  conversionLedgerSchema,
  conversionSchema,
} from '#contract/conversions/schemas.ts';
import type { Reported } from '#tests/support/reference/reported.ts';
import { now, type ProjectSeed } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

/** The places of money in answers, by ISO 4217; at least two, because shares are fractions. */
const currencies = {
  USD: 2,
  JPY: 2,
  KWD: 3,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
} as const;
type Currency = keyof typeof currencies;
const codes = Object.keys(currencies) as Currency[];

const seedOf = (currency: Currency): ProjectSeed => ({
  name: currency,
  timezone: 'UTC',
  currency,
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
  payouts: [{ affid: '1001', amount: '0.111', at: '2026-11-20T10:00:00.000Z' }],
  rates: [],
  requests: [],
});

const click = (campaign: string, visitor: string): Reported => ({
  event_name: 'click',
  event_time: '2026-11-19T08:00:00.000Z',
  affid: '1001',
  campaign_id: campaign,
  country: 'KW',
  visitor_id: visitor,
  source: 'browser',
});
const sale = (
  order: string,
  value: string,
  visitor: string,
  fields: { event_time?: string; source?: 'browser' } = {},
): Reported => ({
  event_name: 'purchase',
  event_time: '2026-11-20T12:00:00.000Z',
  order_id: order,
  value,
  visitor_id: visitor,
  source: 'server',
  ...fields,
});

/** A currency without an exchange rate, of other decimals. */
const otherThan = (currency: Currency) => (currencies[currency] === 2 ? 'KWD' : 'USD');

/**
 * Two campaigns, an order without a click, a refund, an order of the browser alone, one in a foreign currency, and
 * one of the day before.
 */
const events = (currency: Currency): Reported[] => [
  click('one', 'ann'),
  click('two', 'bob'),
  { ...click('one', 'ann'), event_time: '2026-11-20T08:00:00.000Z' } as Reported,
  { ...click('one', 'ann'), event_time: '2026-11-20T09:00:00.000Z' } as Reported,
  sale('before', '4.007', 'ann', { event_time: '2026-11-19T12:00:00.000Z' }),
  sale('a', '12.345', 'ann'),
  sale('b', '0.001', 'ann'),
  sale('c', '7.119', 'bob', { source: 'browser' }),
  sale('d', '1.111', 'bob'),
  sale('e', '0.998', 'zoe'),
  { ...sale('f', '5.1', 'zoe'), currency: otherThan(currency) } as Reported,
  {
    event_name: 'refund',
    event_time: '2026-11-20T13:00:00.000Z',
    order_id: 'a',
    event_id: 'refund-a',
    value: '0.002',
    visitor_id: 'ann',
    source: 'server',
  },
  { event_name: 'cost', date: '2026-11-20', campaign_id: 'one', spend: '3.337', currency },
];

/** The figures of 20 November, unrounded. */
const exact = {
  revenue: '14.455',
  net: '14.453',
  browser: '7.119',
  union: '21.574',
  before: '4.007',
  bothDays: '18.462',
  cost: '3.337',
  payout: '1.3455',
  profit: '9.7705',
  aov: '3.61375',
  cpa: '0.83425',
  epc: '7.2275',
  paid: '0.111',
  refunded: '0.002',
  first: '12.346',
  firstAov: '6.173',
  firstPayout: '1.2344',
  credited: '13.457',
  creditedNet: '13.455',
  creditedAov: '4.48566667',
  clickedThatDay: '13.344',
} as const;

let product: SeededProduct;
const projects = new Map<string, SeededProject>();
beforeAll(async () => {
  product = await startSeededProduct(codes.map(seedOf), () => now);
  for (const project of product.projects) {
    projects.set(project.currency, project);
    await product.report(project, events(project.currency as Currency));
  }
  await product.flush();
}, 180_000);
afterAll(() => product?.stop());

type Query = Record<string, string>;
type Shown = Record<string, unknown>;

function searchOf(currency: Currency, query: Query): URLSearchParams {
  return new URLSearchParams({
    affiliate_id: 'all',
    project_id: String(projects.get(currency)?.id),
    start_date: '2026-11-20',
    end_date: '2026-11-20',
    timezone: 'UTC',
    ...query,
  });
}

async function request(path: string, currency: Currency, query: Query = {}): Promise<unknown> {
  const search = searchOf(currency, query);
  const answer = await product.get(`/api/v1/${path}/?${search}`, product.tokens.owner);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body;
}
const conversionsIn = async (currency: Currency) =>
  z.array(conversionSchema).parse(await request('conversions', currency));
const dataOf = async <Data>(schema: z.ZodType<Data>, ...sent: Parameters<typeof request>) =>
  z.object({ data: schema }).parse(await request(...sent)).data;

async function file(
  report: string,
  format: 'csv' | 'json' | 'parquet',
  currency: Currency,
  query: Query = {},
) {
  const search = searchOf(currency, { report, format, ...query });
  return product.file(`/api/v1/export/?${search}`, product.tokens.owner);
}

/** A file's rows by column, as texts. */
function linesOf(csv: string): Record<string, string>[] {
  const [head = '', ...rows] = csv.split('\r\n').filter((line) => line && !line.startsWith('#'));
  const names = head.split(',');
  return rows.map((row) =>
    Object.fromEntries(row.split(',').map((cell, index) => [names[index] ?? '', cell])),
  );
}

async function cube(currency: Currency, query: object): Promise<Record<string, string>> {
  const written = encodeURIComponent(
    JSON.stringify({
      timezone: 'UTC',
      timeDimensions: [
        { dimension: 'pixel_summary.hour', dateRange: ['2026-11-20', '2026-11-20'] },
      ],
      filters: [
        {
          member: 'pixel_summary.project_id',
          operator: 'equals',
          values: [String(projects.get(currency)?.id)],
        },
      ],
      ...query,
    }),
  );
  const answer = await product.get(`/cubejs-api/v1/load?query=${written}`, product.tokens.owner);
  const schema = z.object({ data: z.array(z.record(z.string(), z.string())) });
  const [row = {}] = schema.parse(answer.body).data;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace('pixel_summary.', ''), value]),
  );
}

/** Each way of reading money, with the expected amount: the name of an unrounded figure, or its calculation. */
const ways: Record<string, { read: (currency: Currency) => Promise<Shown>; right: Shown }> = {
  totals: {
    async read(currency) {
      const query = { compare: 'previous' };
      const { overlap, previous, ...data } = await dataOf(rcDataSchema, 'rc-data', currency, query);
      return { ...data, union_revenue: overlap.union_revenue, previous: previous?.revenue };
    },
    right: {
      revenue: exact.revenue,
      net_revenue: exact.net,
      server_revenue: exact.revenue,
      browser_revenue: exact.browser,
      union_revenue: exact.union,
      cost: exact.cost,
      payout: exact.payout,
      profit: exact.profit,
      aov: exact.aov,
      cpa: exact.cpa,
      previous: exact.before,
    },
  },
  traffic: {
    read: async (currency) => dataOf(z.looseObject({}), 'cc-data', currency),
    right: { epc: exact.epc },
  },
  'the graph': {
    async read(currency) {
      const points = await dataOf(z.array(graphPointSchema), 'rc-chart-data', currency);
      return points[12] ?? {};
    },
    right: { revenue: exact.revenue },
  },
  'revenue by day': {
    async read(currency) {
      const days = { start_date: '2026-11-19', compare: 'previous' };
      const range = await dataOf(revenueRangeSchema, 'revenue-date-range', currency, days);
      return { ...range.rows[1], total: range.total.revenue };
    },
    right: { revenue: exact.revenue, cumulative: exact.bothDays, total: exact.bothDays },
  },
  'revenue by month': {
    async read(currency) {
      const [month] = await dataOf(z.array(monthRowSchema), 'revenue-last-year', currency);
      return { ...month };
    },
    right: {
      revenue: exact.bothDays,
      server_revenue: exact.bothDays,
      browser_revenue: exact.browser,
    },
  },
  'a country': {
    async read(currency) {
      const rows = await dataOf(z.array(countryRowSchema), 'country-breakdown', currency);
      return { ...rows.find(({ country }) => country === 'KW') };
    },
    right: { revenue: exact.credited, aov: exact.creditedAov },
  },
  'the goal of the funnel': {
    async read(currency) {
      const { steps } = await dataOf(funnelSchema, 'funnel-analysis-data', currency);
      return { ...steps.at(-1) };
    },
    right: { revenue: exact.revenue },
  },
  'a row of the table': {
    async read(currency) {
      const query = { group_by: 'campaign_id', limit: '1', robustness: '1', clocks: 'both' };
      const { rows, bridge } = await dataOf(tableSchema, 'rc-table-data', currency, query);
      const [row] = rows;
      return {
        ...row,
        click_revenue: row?.click_clock?.server_revenue,
        bridge: bridge?.click_clock.server_revenue,
      };
    },
    right: {
      revenue: exact.first,
      cost: exact.cost,
      aov: exact.firstAov,
      payout: exact.firstPayout,
      credit_low: exact.first,
      credit_high: exact.first,
      click_revenue: exact.first,
      bridge: exact.clickedThatDay,
    },
  },
  'the total of the table': {
    async read(currency) {
      const query = { group_by: 'campaign_id', limit: '1' };
      return (await dataOf(tableSchema, 'rc-table-data', currency, query)).total;
    },
    right: {
      revenue: exact.revenue,
      net_revenue: exact.net,
      browser_revenue: exact.browser,
      cost: exact.cost,
      payout: exact.payout,
    },
  },
  payments: {
    async read(currency) {
      const [row] = await dataOf(z.array(paymentSchema), 'rc-payment-data', currency);
      return { ...row };
    },
    right: {
      revenue: exact.credited,
      net_revenue: exact.creditedNet,
      refund_amount: exact.refunded,
      payout: exact.payout,
      payout_paid: exact.paid,
      aov: exact.creditedAov,
    },
  },
  'the summary by hour': {
    async read(currency) {
      const rows = await dataOf(z.array(hourlyRowSchema), 'bq-data', currency);
      return { ...rows.find(({ affid }) => affid === '1001') };
    },
    right: {
      server_revenue: exact.credited,
      browser_revenue: exact.browser,
      server_aov: exact.creditedAov,
    },
  },
  'the summary of conversions': {
    async read(currency) {
      const rows = await dataOf(z.array(hourlyRowSchema), 'conversions/summary', currency);
      return { ...rows.find(({ affid }) => affid === '1001') };
    },
    right: { server_revenue: exact.credited, server_aov: exact.creditedAov },
  },
  'the ledger': {
    async read(currency) {
      const found = await dataOf(conversionLedgerSchema, 'conversions/ledger', currency);
      const counted = found.countings.find(({ by }) => by === 'server');
      return { ...found.total, counted: counted?.revenue };
    },
    right: {
      revenue: exact.union,
      server_revenue: exact.revenue,
      browser_revenue: exact.browser,
      counted: exact.revenue,
    },
  },
  'the conversions': {
    async read(currency) {
      const list = await conversionsIn(currency);
      return Object.fromEntries(list.map(({ order_id, value }) => [order_id, value]));
    },
    right: { b: '0.001', c: exact.browser, d: '1.111' },
  },
  'a conversion in detail': {
    async read(currency) {
      const sold = (await conversionsIn(currency)).find(
        ({ order_id, record }) => order_id === 'a' && record === 'conversion',
      );
      const path = `/api/v1/conversions/${sold?.id}/`;
      const { body } = await product.get(path, product.tokens.owner);
      const { refunds, history } = conversionDetailSchema.parse(body);
      const changes = history[0]?.changes.find(({ field }) => field === 'value');
      return { refund: refunds[0]?.value, first: changes?.to };
    },
    right: { refund: exact.refunded, first: '12.345' },
  },
};

describe.each(Object.entries(ways))('%s', (_, { read, right }) => {
  it.each(codes)('has the places of %s', async (currency) => {
    const rounded = Object.fromEntries(
      Object.entries(right).map(([name, text]) => [
        name,
        new Decimal(String(text)).toDecimalPlaces(currencies[currency]).toNumber(),
      ]),
    );
    expect(await read(currency)).toMatchObject(rounded);
  });
});

describe.each(codes)('in %s', (currency) => {
  const places = currencies[currency];
  const text = (value: string) => new Decimal(value).toFixed(places);

  it('the parts of a table add up to its total', async () => {
    const query = { group_by: 'campaign_id', limit: '1', min_revenue: '0' };
    const { rows, unattributed, other, total } = await dataOf(
      tableSchema,
      'rc-table-data',
      currency,
      query,
    );
    for (const column of ['revenue', 'net_revenue', 'browser_revenue', 'cost', 'payout'] as const) {
      const parts = [...rows, unattributed, other].map((part) => part[column]);
      const sum = Decimal.sum(...parts);
      expect([column, sum.toNumber()]).toEqual([column, total[column]]);
      for (const part of parts)
        expect(new Decimal(part).decimalPlaces()).toBeLessThanOrEqual(places);
    }
    expect(other.count).toBe(1);
  });

  it('the difference between the clocks leads from one total to the other', async () => {
    const query = { group_by: 'campaign_id', clocks: 'both' };
    const { bridge } = await dataOf(tableSchema, 'rc-table-data', currency, query);
    const amountOf = (name: keyof NonNullable<typeof bridge>) =>
      new Decimal(bridge?.[name].server_revenue ?? 0);
    const less = amountOf('clicked_before');
    const found = amountOf('conversion_clock').sub(less).add(amountOf('converted_after'));
    expect(found.toNumber()).toBe(amountOf('click_clock').toNumber());
    expect(less.toFixed(1)).toBe('1.1');
    expect(less.decimalPlaces()).toBe(places);
  });

  it('what is due is the payout minus what was paid', async () => {
    const [row] = await dataOf(z.array(paymentSchema), 'rc-payment-data', currency);
    const due = new Decimal(row?.payout ?? 0).sub(row?.payout_paid ?? 0);
    expect(row?.payout_due).toBe(due.toNumber());
  });

  it('the interval of CPA has the places of its figure', async () => {
    const { cpa_low: low, cpa_high: high } = await dataOf(rcDataSchema, 'rc-data', currency, {
      evidence: '1',
    });
    const found = [low, high].map((bound) => new Decimal(bound ?? 0).decimalPlaces());
    expect(found).toEqual([places, places]);
  });

  it('files have the same figures', async () => {
    const lines = linesOf((await file('rc-data', 'csv', currency)).toString());
    expect(lines).toMatchObject([
      { revenue: text(exact.revenue), profit: text(exact.profit), aov: text(exact.aov) },
    ]);
    const table = { group_by: 'campaign_id' };
    const total = { part: 'total' };
    const sums = linesOf(
      (await file('rc-table-data', 'csv', currency, { ...table, ...total })).toString(),
    );
    const sum = sums.find(({ line }) => line === 'total');
    const whole = new Decimal(text(exact.revenue)).div(4);
    expect(sum).toMatchObject({ revenue: text(exact.revenue), aov: whole.toFixed(places) });
    const json = z
      .object({ rows: z.array(z.looseObject({ revenue: z.number() })) })
      .parse(JSON.parse((await file('rc-data', 'json', currency)).toString()));
    expect(json.rows[0]?.revenue).toBe(Number(text(exact.revenue)));
    const bytes = await file('rc-data', 'parquet', currency);
    const [stored] = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
    expect(stored).toMatchObject({ revenue: Number(text(exact.revenue)) });
    const ledger = linesOf((await file('conversion-ledger', 'csv', currency, total)).toString());
    expect(ledger.find(({ line }) => line === 'total')).toMatchObject({ worth: text(exact.union) });
  });

  it('the file of the conversions has the decimals of what was sent', async () => {
    const search = searchOf(currency, { format: 'csv' });
    const url = `/api/v1/conversions/export/?${search}`;
    const bytes = await product.file(url, product.tokens.owner);
    const lines: Record<string, string>[] = parse(bytes, { columns: true, comment: '#' });
    const lineOf = (order: string) =>
      lines.find(({ order_id, record }) => order_id === order && record === 'conversion');
    expect(lineOf('a')).toMatchObject({
      value: text('12.345'),
      server_value: text('12.345'),
      server_value_sent: text('12.345'),
    });
    expect(lineOf('f')).toMatchObject({
      value: text('0'),
      server_value_sent: places === 2 ? '5.100' : '5.10',
    });
  });

  it('a figure and its rows are exact', async () => {
    const schema = z.looseObject({
      figure: z.object({ value: z.string() }),
      sum: z.string(),
      rows: z.array(z.object({ amount: z.string() })),
    });
    const found = await dataOf(schema, 'figures/rows', currency, { figure: 'revenue' });
    const sum = Decimal.sum(...found.rows.map(({ amount }) => amount));
    expect([found.figure.value, found.sum, sum.toFixed()].map(Number)).toEqual(
      Array(3).fill(Number(exact.revenue)),
    );
  });

  it('Cube is exact', async () => {
    const names = ['server_revenue', 'cost', 'payout', 'profit', 'server_aov'];
    const row = await cube(currency, { measures: names.map((name) => `pixel_summary.${name}`) });
    expect(names.map((name) => Number(row[name]))).toEqual(
      [exact.revenue, exact.cost, exact.payout, exact.profit, exact.aov].map(Number),
    );
  });
});

it('payments of several currencies have the places of each', async () => {
  const days = 'start_date=2026-11-20&end_date=2026-11-20&timezone=UTC';
  const { body } = await product.get(
    `/api/v1/all-rc-payment-data/?${days}`,
    product.tokens.debugger,
  );
  const { data } = z.object({ data: z.array(paymentSchema) }).parse(body);
  expect(data.map(({ currency, payout_paid }) => [currency, payout_paid]).sort()).toEqual(
    codes.map((code) => [code, currencies[code] === 2 ? 0.11 : 0.111]).sort(),
  );
  const bytes = await product.file(
    `/api/v1/export/?report=all-rc-payment-data&format=csv&${days}`,
    product.tokens.debugger,
  );
  expect(
    linesOf(bytes.toString())
      .map(({ currency, payout_paid }) => [currency, payout_paid])
      .sort(),
  ).toEqual(codes.map((code) => [code, new Decimal('0.111').toFixed(currencies[code])]).sort());
});
