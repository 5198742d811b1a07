import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultAttribution } from '#contract/analytics/attribution.ts';
import { groupings, timeDimensions } from '#contract/analytics/dimensions.ts';
import type { TableExtra } from '#contract/analytics/report-query.ts';
import { spentParts, tableSorts } from '#contract/analytics/report-query.ts';
import type { Crumb, Question, ReportResponse, TableQuestion } from '#model/query.ts';
import { type Stores, startStores } from '#tests/support/stores.ts';
import { seededRandom } from '../torture/support/seeded-random.ts';
import { bothSources } from './analytics/both-sources.ts';
import { createProjects, membershipOf, startApp, tokenHolder } from './analytics/test-app.ts';

const acme = {
  id: 7,
  name: 'Acme',
  timezone: 'America/New_York',
  currency: 'USD',
  affids: ['1001', '1002', '1003'],
};
/** New York's clocks changed on 1 November 2026, those of Lord Howe on 4 October. */
const now = new Date('2026-11-02T20:14:05.000Z');
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];

let stores: Stores;
let app: FastifyInstance;
let affiliates: { id: number; affid: string }[];

beforeAll(async () => {
  stores = await startStores();
  await createProjects(stores.pool, [acme]);
  const { rows } = await stores.pool.query<{ id: number; affid: string }>(
    'select id, aff_id as affid from affiliates order by id',
  );
  affiliates = rows;
  await record(stores);
  app = await startApp(stores, [tokenHolder('ana', [membershipOf(acme)])], () => now);
});
afterAll(async () => {
  await app?.close();
  await stores?.stop();
});

const sources = () => bothSources(app, 'ana', () => now);

const day = fc.integer({ min: 0, max: 40 }).map((ago) => {
  const time = now.getTime() - ago * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
});
const period = fc.tuple(day, day, fc.boolean()).map(([one, two, single]) => {
  const [start = one, end = one] = single ? [one, one] : [one, two].sort();
  return { start, end };
});
const questions = fc.record({
  project: fc.constant(acme.id),
  currency: fc.constant(acme.currency),
  affiliates: fc.constantFrom(0, 0, 2).map((count) => affiliates.slice(0, count)),
  period,
  timezone: fc.constantFrom(...zones),
  comparison: fc.constantFrom('none', 'previous', 'same_elapsed', 'last_year'),
  browserConversions: fc.boolean(),
  uniqueConversions: fc.boolean(),
  countries: fc.constantFrom([], [], [], ['US'], ['-US', 'CA']),
  offerIds: fc.constantFrom([], [], [], ['101']),
  filters: fc.constantFrom({}, {}, {}, { utm_source: ['facebook'] }, { device: ['-mobile'] }),
  source: fc.constant('cube'),
  comparedPeriod: fc.constant(null),
  model: fc.constant(defaultAttribution.model),
  lookbackDays: fc.constant(defaultAttribution.lookbackDays),
  clock: fc.constant(defaultAttribution.clock),
  asOf: fc.constant(null),
} as const) as fc.Arbitrary<Question>;

const tables = fc
  .tuple(
    questions,
    fc.record({
      grouping: fc.constantFrom(
        ...groupings.filter(
          (name) =>
            !timeDimensions.includes(name) && !['affid', 'offer_id', 'state'].includes(name),
        ),
      ),
      path: fc.constantFrom<Crumb[]>(
        [],
        [],
        [{ grouping: 'campaign_id', key: 'c1', label: 'c1' }],
        [{ grouping: 'utm_source', key: null, label: '(none)' }],
        [{ grouping: 'utm_content', key: '', label: 'Unattributed' }],
        [
          { grouping: 'country', key: 'US', label: 'United States' },
          { grouping: 'affid', key: '1001', label: '1001' },
        ],
      ),
      isEarning: fc.boolean(),
      isEstimated: fc.constant(false),
      spent: fc.constantFrom(...spentParts),
      extras: fc.constant<TableExtra[]>([]),
      sort: fc.constantFrom(
        ...tableSorts,
        'share',
        'clicks_change',
        'conversions_change',
        'revenue_change',
        'cost_change',
      ),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      limit: fc.constantFrom(3, 500),
    }),
  )
  .map(([question, table]): TableQuestion => ({ ...question, ...table }));

const signal = new AbortController().signal;
const runs = { numRuns: 30, seed: 20261102 };

/** The fields about freshness and definitions, which only the dashboard calls have. */
function shown<Data>({ freshness, ...answer }: ReportResponse<Data>) {
  const { complete_through: _until, definitions_version: _version, ...rest } = freshness;
  return { ...answer, freshness: rest };
}

describe('either source', () => {
  it('gives the same totals', async () => {
    const { rest, cube } = sources();
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const [one, two] = await Promise.all([
          rest.totals(question, signal),
          cube.totals(question, signal),
        ]);
        if (one.emptyReason === null) filled += 1;
        expect(shown(two)).toEqual(shown(one));
      }),
      runs,
    );
    expect(filled).toBeGreaterThan(runs.numRuns / 2);
  });

  it('gives the same graph, on long and short days too', async () => {
    const { rest, cube } = sources();
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const [one, two] = await Promise.all([
          rest.graph(question, signal),
          cube.graph(question, signal),
        ]);
        expect(shown(two)).toEqual(shown(one));
      }),
      runs,
    );
    for (const [timezone, date, hours] of [
      ['America/New_York', '2026-11-01', 25],
      ['Australia/Lord_Howe', '2026-10-04', 24],
    ] as const) {
      const question = { ...plain(), timezone, period: { start: date, end: date } };
      const [one, two] = await Promise.all([
        rest.graph(question, signal),
        cube.graph(question, signal),
      ]);
      expect(one.data).toHaveLength(hours);
      expect(shown(two)).toEqual(shown(one));
    }
  });

  it('gives the same 13 months', async () => {
    const { rest, cube } = sources();
    let filled = 0;
    await fc.assert(
      fc.asyncProperty(questions, async (question) => {
        const [one, two] = await Promise.all([
          rest.months(question, signal),
          cube.months(question, signal),
        ]);
        if (one.emptyReason === null) filled += 1;
        expect(shown(two)).toEqual(shown(one));
      }),
      runs,
    );
    expect(filled).toBeGreaterThan(runs.numRuns / 2);
  });

  it('gives the same table', async () => {
    const { rest, cube } = sources();
    let rows = 0;
    await fc.assert(
      fc.asyncProperty(tables, async (question) => {
        const [one, two] = await Promise.all([
          rest.table(question, signal),
          cube.table(question, signal),
        ]);
        rows += one.data.rows.length;
        const { parents: _names, ...data } = one.data;
        expect(shown(two)).toEqual(shown({ ...one, data }));
      }),
      runs,
    );
    expect(rows).toBeGreaterThan(runs.numRuns);
  });
});

const plain = (): Question => ({
  project: acme.id,
  currency: acme.currency,
  affiliates: [],
  period: { start: '2026-11-02', end: '2026-11-02' },
  timezone: 'UTC',
  comparison: 'previous',
  comparedPeriod: null,
  ...defaultAttribution,
  browserConversions: false,
  uniqueConversions: true,
  countries: [],
  offerIds: [],
  filters: {},
  source: 'cube',
});

/** Forty days of clicks, purchases of one side or both, refunds and costs. */
async function record({ warehouse }: Stores) {
  const random = seededRandom(7);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[random.between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to choose from.');
    return item;
  };
  const origin = () => {
    const campaign = random.between(0, 5);
    return {
      affid: one(['', ...acme.affids]),
      channel: one(['affiliate', 'paid social', 'email']),
      referrer: one(['', 'l.facebook.com', 'google.com']),
      utm_source: one(['', 'facebook', 'google']),
      utm_medium: one(['', 'cpc']),
      utm_campaign: one(['', 'black-friday']),
      campaign_id: campaign === 0 ? '' : `c${campaign}`,
      adset_id: campaign === 0 ? '' : `s${campaign}-${random.between(1, 3)}`,
      ad_id: campaign === 0 ? '' : `a${campaign}-${random.between(1, 9)}`,
      offer_id: one(['', '101', '102']),
      country: one(['US', 'CA', 'ZZ']),
      device: one(['mobile', 'desktop']),
    };
  };
  const time = () =>
    new Date(now.getTime() - random.next() * 42 * 86_400_000)
      .toISOString()
      .replace('T', ' ')
      .slice(0, -1);
  const events = Array.from({ length: 3_000 }, (_, index) => ({
    project_id: acme.id,
    event_name: 'click',
    event_time: time(),
    ingested_at: '2026-11-02 20:00:00.000',
    event_uid: `click-${index}`,
    side: 'server',
    visitor_id: `visitor-${random.between(1, 900)}`,
    is_bot: random.next() < 0.05 ? 1 : 0,
    is_test: 0,
    is_twin: 0,
    ...origin(),
  }));
  const conversions = Array.from({ length: 900 }, (_, index) => {
    const value = (random.between(1, 99_999_999) / 10_000).toFixed(4);
    const raw = random.between(1, 3);
    const attributed = random.next() < 0.9 ? 1 : 0;
    return {
      project_id: acme.id,
      conversion_id: `conversion-${index >> 1}`,
      side: index % 2 ? 'browser' : 'server',
      version: 1,
      deleted: 0,
      known_at: '2026-11-02 20:00:00.000',
      record: random.next() < 0.1 ? 'refund' : 'conversion',
      event_name: 'purchase',
      event_time: time(),
      event_uid: `conversion-event-${index}`,
      paired: random.between(0, 1),
      value,
      raw_count: raw,
      raw_value: (Number(value) * raw).toFixed(4),
      payout: (Number(value) / 5).toFixed(4),
      status: 'approved',
      excluded_reason: one(['', '', '', '', 'rejected']),
      user_key: random.between(1, 300),
      attributed,
      ...(attributed ? origin() : { country: 'US', device: 'mobile' }),
    };
  });
  const costs = Array.from({ length: 200 }, (_, index) => {
    const { affid, campaign_id, adset_id, ad_id } = origin();
    const spend = (random.between(1, 999_999) / 10_000).toFixed(4);
    const date = time().slice(0, 10);
    return {
      project_id: acme.id,
      date,
      account: `account-${index}`,
      platform: 'meta',
      affid,
      campaign_id,
      adset_id,
      ad_id,
      event_time: `${date} 12:00:00.000`,
      spend,
      currency: 'USD',
      spend_base: spend,
      excluded_reason: '',
      version: 1,
      ingested_at: '2026-11-02 20:00:00.000',
    };
  });
  const labels = ['c1', 'c2', 'c3'].map((id) => ({
    project_id: acme.id,
    kind: 'campaign',
    id,
    name: `Campaign ${id}`,
    seen_at: '2026-11-02 20:00:00.000',
  }));
  const rows: Record<string, object[]> = { events, conversions, costs, labels };
  for (const [table, values] of Object.entries(rows)) {
    await warehouse.writer.insert({ table, values, format: 'JSONEachRow' });
  }
}
