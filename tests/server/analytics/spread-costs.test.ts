import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { storedDimensions } from '#contract/analytics/dimensions.ts';
import { windowOf } from '#contract/period.ts';
import { compile } from '#server/analytics/compiler/compile.ts';
import { modelFile, readModel } from '#server/analytics/compiler/model.ts';
import type { Filter, Query } from '#server/analytics/compiler/query.ts';
import { sharedStores } from '#tests/support/stores.ts';

const stores = sharedStores();
const model = readModel();
const zone = 'America/New_York';
const project = 4711;
const noon = '2026-11-20T17:00:00.000Z';

type Click = {
  at: string;
  campaign?: string;
  adset?: string;
  ad?: string;
  affid?: string;
  country?: string;
  device?: string;
};
type Cost = {
  campaign?: string;
  adset?: string;
  ad?: string;
  affid?: string;
  spend: string;
  date?: string;
  at?: string;
};

const parse = { date_time_input_format: 'best_effort' } as const;

async function given(id: number, clicks: readonly Click[], costs: readonly Cost[]) {
  const { writer } = stores().warehouse;
  await writer.insert({
    table: 'events',
    values: clicks.map((one, index) => ({
      project_id: id,
      event_name: 'click',
      event_time: one.at,
      ingested_at: one.at,
      event_uid: `spread ${id} ${index}`,
      visitor_id: `v${index}`,
      campaign_id: one.campaign ?? '',
      adset_id: one.adset ?? '',
      ad_id: one.ad ?? '',
      affid: one.affid ?? '',
      country: one.country ?? 'ZZ',
      device: one.device ?? '',
    })),
    format: 'JSONEachRow',
    clickhouse_settings: parse,
  });
  await writer.insert({
    table: 'costs',
    values: costs.map((one) => ({
      project_id: id,
      date: one.date ?? '2026-11-20',
      campaign_id: one.campaign ?? '',
      adset_id: one.adset ?? '',
      ad_id: one.ad ?? '',
      affid: one.affid ?? '',
      event_time: one.at ?? noon,
      ingested_at: noon,
      spend: one.spend,
      spend_base: one.spend,
      version: '1',
    })),
    format: 'JSONEachRow',
    clickhouse_settings: parse,
  });
}

async function rowsOf(query: Partial<Query>, id = project) {
  const { sql, parameters } = compile(model, {
    measures: ['estimated_cost'],
    timezone: zone,
    zones: new Map([[id, zone]]),
    window: { from: new Date('2026-11-20T05:00:00Z'), to: new Date('2026-11-21T05:00:00Z') },
    ...query,
    filters: [
      { member: 'project_id', operator: 'equals', values: [String(id)] },
      {
        member: 'record',
        operator: 'equals',
        values: [query.measures?.[0] === 'cost' ? 'cost' : 'estimated_cost'],
      },
      ...(query.filters ?? []),
    ],
  });
  const answer = await stores().warehouse.writer.query({
    query: sql,
    query_params: parameters,
    format: 'JSONCompactEachRow',
  });
  return (await answer.json<unknown[]>()).map((row) =>
    row.map((cell) => (cell === null ? null : `${cell}`)),
  );
}

const cents = (rows: readonly (readonly (string | null)[])[]) =>
  Math.round(rows.reduce((sum, row) => sum + Number(row.at(-1)), 0) * 10_000);
const key = (rows: readonly (readonly (string | null)[])[]) =>
  Object.fromEntries(rows.map((row) => [row.slice(0, -1).join(' '), row.at(-1)]));
const is = (member: string, ...values: string[]): Filter => ({
  member,
  operator: 'equals',
  values,
});
const every: Partial<Query>[] = [
  ...storedDimensions.map((name) => ({ dimensions: [name] })),
  { dimensions: ['country', 'device'] },
  { dimensions: ['country', 'campaign_id'] },
  { granularity: 'hour' },
  { granularity: 'day' },
  {},
];

beforeAll(() =>
  given(
    project,
    [
      { at: '2026-11-20T06:00:00.000Z', campaign: 'c1', adset: 's1', ad: 'a1', country: 'US' },
      { at: '2026-11-20T07:20:00.000Z', campaign: 'c1', adset: 's1', ad: 'a2', country: 'US' },
      { at: '2026-11-20T08:00:00.000Z', campaign: 'c1', adset: 's2', country: 'DE', device: 'tv' },
      { at: '2026-11-21T04:59:59.000Z', campaign: 'c3', country: 'FR', affid: 'x' },
      { at: '2026-11-20T09:00:00.000Z', campaign: 'c3', country: 'GB', affid: 'y' },
      { at: '2026-11-20T10:00:00.000Z', campaign: 'c3', country: 'GB' },
      { at: '2026-11-21T05:00:00.000Z', campaign: 'c1', country: 'JP' },
    ],
    [
      { campaign: 'c1', spend: '10' },
      { campaign: 'c2', spend: '5.0001' },
      { campaign: 'c1', adset: 's1', ad: 'a1', spend: '2' },
      { campaign: 'c1', adset: 's1', ad: 'a9', spend: '4' },
      { campaign: 'c1', adset: 's9', ad: 'a9', spend: '0.3' },
      { campaign: 'c3', affid: 'x', spend: '7' },
      { campaign: 'c3', affid: 'z', spend: '1' },
      { campaign: 'c3', spend: '3' },
    ],
  ),
);
const all = 323_001;

describe('a spread cost', () => {
  it('is divided over the clicks of its most specific id with clicks, by their number', async () => {
    const by = (campaign: string, ...ids: string[]) =>
      rowsOf({
        dimensions: ['country'],
        filters: [is('campaign_id', campaign), ...(ids[0] ? [is('ad_id', ids[0])] : [])],
      }).then(key);
    expect(await by('c1', 'a1')).toEqual({ US: '2' });
    // Its ad had no click, its ad set had; then neither had.
    expect(await by('c1', 'a9')).toEqual({ US: '4.2', DE: '0.1' });
    expect(await by('c1')).toEqual({ US: '12.8666666667', DE: '3.4333333333' });
  });

  it('stays without a value where no click was that day', async () => {
    expect(
      key(await rowsOf({ dimensions: ['country'], filters: [is('campaign_id', 'c2')] })),
    ).toEqual({ ZZ: '5.0001' });
    const [[left] = []] = await rowsOf({ measures: ['cost_without_clicks'] });
    expect(left).toBe('6.0001');
  });

  it('of an affiliate is spread over the clicks of that affiliate alone, and stays with it', async () => {
    const of = (affid: string) =>
      rowsOf({ dimensions: ['country'], filters: [is('affid', affid)] }).then(key);
    expect(await of('x')).toEqual({ FR: '7' });
    expect(await of('y')).toEqual({});
    expect(await of('z')).toEqual({ ZZ: '1' });
    const none = { member: 'affid', operator: 'notSet' as const, values: [] };
    const rest = await rowsOf({
      dimensions: ['country'],
      filters: [none, is('campaign_id', 'c3')],
    });
    expect(key(rest)).toEqual({ FR: '1', GB: '2' });
  });

  it.each(every.map((query) => [JSON.stringify(query), query] as const))(
    'adds up to the cost by %s',
    async (_, query) => {
      expect(cents(await rowsOf({ ...query, measures: ['cost'] }))).toBe(all);
      expect(cents(await rowsOf(query))).toBe(all);
    },
  );

  it('has the hours of the clicks, and none without a click or outside the period', async () => {
    const hours = key(await rowsOf({ granularity: 'hour' }));
    const at = (time: string) => String(Date.parse(time) / 1000);
    expect(hours[at('2026-11-20T08:00:00Z')]).toBe('3.4333333333');
    expect(hours[at('2026-11-21T04:00:00Z')]).toBe('8');
    expect(hours['']).toBe('6.0001');
    const window = { from: new Date('2026-11-20T06:00:00Z'), to: new Date('2026-11-20T07:00:00Z') };
    const filter: Filter = { member: 'hour', operator: 'inDateRange', window };
    expect(key(await rowsOf({ dimensions: ['country'], filters: [filter] }))).toEqual({
      US: '7.4333333333',
    });
  });

  it('is the same in the plain SQL of the model, which Cube reads', async () => {
    const plain = model.arms.find(({ records }) => records.has('estimated_cost'));
    const { cubes } = parseYaml(readFileSync(modelFile, 'utf8')) as { cubes: [{ sql: string }] };
    const text = cubes[0].sql
      .split('UNION ALL')
      .find((part) => part.includes("toLowCardinality('estimated_cost') AS record"));
    expect(plain).toBeDefined();
    const answer = await stores().warehouse.writer.query({
      query: `SELECT country, campaign_id, affid, ad_id, round(sum(estimated), 10)
        FROM (${text}) WHERE project_id = ${project} GROUP BY ALL`,
      format: 'JSONCompactEachRow',
    });
    const found = (await answer.json<unknown[]>()).map((row) => row.map((cell) => `${cell}`));
    const dimensions = ['country', 'campaign_id', 'affid', 'ad_id'];
    const expected = (await rowsOf({ dimensions })).map((row) => row.map((cell) => cell ?? ''));
    expect(found.sort()).toEqual(expected.sort());
  });

  it.each([
    [
      '2026-03-08',
      '2026-03-08T16:00:00.000Z',
      '2026-03-08T05:00:00.000Z',
      '2026-03-09T03:59:59.000Z',
    ],
    [
      '2026-11-01',
      '2026-11-01T17:00:00.000Z',
      '2026-11-01T04:00:00.000Z',
      '2026-11-02T04:59:59.000Z',
    ],
  ])('counts the clicks of a day of 23 or 25 hours, %s', async (date, at, first, last) => {
    const id = project + Number(date.slice(5, 7));
    const beside = (time: string, by: number) => new Date(Date.parse(time) + by).toISOString();
    await given(
      id,
      [
        { at: beside(first, -1000), campaign: 'c', country: 'AA' },
        { at: first, campaign: 'c', country: 'BB' },
        { at: last, campaign: 'c', country: 'CC' },
        { at: beside(last, 1000), campaign: 'c', country: 'DD' },
      ],
      [{ campaign: 'c', spend: '1', date, at }],
    );
    const window = { from: new Date(first), to: new Date(beside(last, 1000)) };
    expect(key(await rowsOf({ dimensions: ['country'], window }, id))).toEqual({
      BB: '0.5',
      CC: '0.5',
    });
    const berlin = windowOf({ start: date, end: date }, 'Europe/Berlin');
    const elsewhere = { window: berlin, timezone: 'Europe/Berlin' };
    expect(cents(await rowsOf({ ...elsewhere, granularity: 'hour' }, id))).toBe(10_000);
  });

  it('follows the zone of each project, and the version of a cost that was known', async () => {
    const [one, two] = [project + 100, project + 101];
    for (const id of [one, two]) {
      await given(
        id,
        [{ at: '2026-11-20T23:30:00.000Z', campaign: 'c', country: 'US' }],
        [{ campaign: 'c', spend: '3' }],
      );
    }
    const zones = new Map([
      [one, zone],
      [two, 'Europe/Berlin'],
    ]);
    const { sql, parameters } = compile(model, {
      measures: ['estimated_cost'],
      dimensions: ['project_id', 'country'],
      timezone: zone,
      zones,
      filters: [is('project_id', String(one), String(two)), is('record', 'estimated_cost')],
    });
    const answer = await stores().warehouse.writer.query({
      query: sql,
      query_params: parameters,
      format: 'JSONCompactEachRow',
    });
    const rows = (await answer.json<unknown[]>()).map((row) => row.join(' '));
    expect(rows.sort()).toEqual([`${one} US 3`, `${two} ZZ 3`]);
    const asOf = new Date('2020-01-01T00:00:00Z');
    expect(await rowsOf({ asOf })).toEqual([['0']]);
  });

  it('is part of profit and ROAS', async () => {
    const rows = await rowsOf({
      measures: ['estimated_profit', 'estimated_roas', 'estimated_roi', 'estimated_cpa'],
      filters: [is('country', 'US')],
    });
    expect(rows).toEqual([['-12.8666666667', '0', '-1', null]]);
  });

  it('is read by no statement that does not ask for it', () => {
    for (const dimensions of [['country'], ['record'], []]) {
      const { sql } = compile(model, { measures: ['cost', 'profit'], dimensions, timezone: zone });
      expect(sql).not.toContain('estimated');
      expect(sql).not.toContain('spread');
    }
    const hours = compile(model, { measures: ['cost'], granularity: 'hour', timezone: zone });
    expect(hours.sql).not.toContain('spread');
  });
});
