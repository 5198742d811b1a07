import { pairings } from '#contract/conversions/query.ts';
import {
  type ConversionLedger,
  type LedgerCause,
  ledgerCauses,
} from '#contract/conversions/schemas.ts';
import { roundDecimal } from '#contract/decimal.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { amountIn } from '../compiler/figure-values.ts';
import {
  conversionSidesSql,
  MAX_SIDE_GAP,
  type SelectedConversions,
  selectedConversionsSql,
} from '../conversion-rows/selected-conversions.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { partRunner } from '../runner/resolved-query.ts';

/** How far apart two reports under one key are still recognised as late. */
const LATE = 30 * 86_400_000;

/** The dashboard's figures by each way of counting, as the model defines them. */
const countings = [
  ['server', 'server_purchases', 'server_revenue'],
  ['browser', 'browser_purchases', 'browser_revenue'],
  ['either', 'union_purchases', 'union_revenue'],
  ['server_events', 'raw_server_purchases', 'raw_server_revenue'],
  ['browser_events', 'raw_browser_purchases', 'raw_browser_revenue'],
] as const;

export async function ledgerOf(
  selected: SelectedConversions,
  analytics: AnalyticsReader,
): Promise<ConversionLedger> {
  const { resolved } = selected;
  const [groups, [row]] = await Promise.all([
    groupsOf(selected, analytics),
    partRunner(
      analytics.runQuery,
      resolved,
    )({ measures: countings.flatMap(([, ...names]) => names) }),
  ]);
  const amount = (measure: string) => amountIn({ model: analytics.model, resolved }, row, measure);
  const of = (pairing: string) => (name: string) =>
    roundDecimal(groups.get(pairing)?.[name] ?? '0', resolved.moneyPlaces);
  const sums = (figure: (name: string) => number) => ({
    conversions: figure('conversions'),
    revenue: figure('revenue'),
    server_revenue: figure('server_revenue'),
    browser_revenue: figure('browser_revenue'),
  });
  const over = of(all);
  const part = (name: string) => ({
    conversions: over(`${name}_conversions`),
    revenue: over(`${name}_revenue`),
  });
  return {
    lines: pairings.map((pairing) => ({ pairing, ...sums(of(pairing)) })),
    total: sums(over),
    fallback: part('fallback'),
    causes: ledgerCauses.map((cause) => ({ cause, ...part(cause) })),
    countings: countings.map(([by, conversions, revenue]) => ({
      by,
      conversions: amount(conversions),
      revenue: amount(revenue),
    })),
  };
}

type Group = Readonly<Record<string, string>>;

/** The group that holds all others. */
const all = '';

/** The condition of each cause. The first four concern conversions that no common id paired, each for one reason. */
const isAlone = 'paired = 0';
const isUnmatched = `(${isAlone} OR dedup_method = 'fallback')`;
const hasNoId = `(event_id = '' AND order_id = '' OR twin_has_no_id = 1)`;
const conditions: Record<LedgerCause, string> = {
  id_missing: `${isUnmatched} AND ${hasNoId}`,
  id_differs: `dedup_method = 'fallback' AND NOT ${hasNoId}`,
  too_late: `${isAlone} AND NOT ${hasNoId} AND is_late = 1`,
  not_reported: `${isAlone} AND NOT ${hasNoId} AND is_late = 0`,
  value_differs: 'value_mismatch = 1',
  sent_twice: '(raw_count > 1 OR twin_count > 1)',
};

const figures: readonly (readonly [name: string, sql: string])[] = [
  ['conversions', 'count()'],
  ['revenue', 'sum(value)'],
  ['server_revenue', 'sum(server_value)'],
  ['browser_revenue', 'sum(browser_value)'],
  ['fallback_conversions', "countIf(dedup_method = 'fallback')"],
  ['fallback_revenue', "sum(if(dedup_method = 'fallback', value, 0))"],
  ...ledgerCauses.flatMap((cause) => [
    [`${cause}_conversions`, `countIf(${conditions[cause]})`] as const,
    [`${cause}_revenue`, `sum(if(${conditions[cause]}, value, 0))`] as const,
  ]),
];

/** The conversions that count, each with its browser twin, grouped by the sides that reported them. */
async function groupsOf(
  selected: SelectedConversions,
  { model, select }: AnalyticsReader,
): Promise<Map<string, Group>> {
  const { from, to } = selected.resolved.window;
  const parameters = new Parameters();
  const around = (ms: number) => ({
    from: new Date(from.getTime() - ms),
    to: new Date(to.getTime() + ms),
  });
  const counted = {
    ...selected,
    filter: {
      ...selected.filter,
      record: ['conversion' as const],
      excluded_reason: ['none' as const],
    },
  };
  const sql = `SELECT pairing, ${figures.map(([, expression]) => `toString(${expression})`).join(', ')}
FROM (
  SELECT ${leads}, if(lead.side = 'server', lead.value, 0) AS server_value,
    if(lead.side = 'server', twin.value, lead.value) AS browser_value,
    twin.raw_count AS twin_count, twin.has_no_id AS twin_has_no_id,
    (lead.project_id, lead.dedup_key, if(lead.side = 'server', 'browser', 'server')) IN (
      SELECT project_id, dedup_key, side ${conversionSidesSql(selected, around(LATE), parameters)} AND paired = 0
    ) AS is_late
  FROM (
    SELECT project_id, conversion_id, side, paired, dedup_key, dedup_method, value, value_mismatch, raw_count,
      event_id, order_id
    ${selectedConversionsSql(model, counted, { from, to }, parameters)}
  ) AS lead
  LEFT JOIN (
    SELECT project_id, conversion_id, if(excluded_reason = '', value, 0) AS value, raw_count,
      toUInt8(event_id = '' AND order_id = '') AS has_no_id
    ${conversionSidesSql(selected, around(MAX_SIDE_GAP), parameters)} AND side = 'browser' AND paired = 1
  ) AS twin ON lead.project_id = twin.project_id AND lead.conversion_id = twin.conversion_id
)
GROUP BY pairing WITH ROLLUP`;
  const rows = await select({ sql, parameters: parameters.values });
  return new Map(
    rows.map(([pairing, ...cells]) => [
      pairing ?? '',
      Object.fromEntries(figures.map(([name], index) => [name, cells[index] ?? '0'])),
    ]),
  );
}

const leads = [
  "multiIf(lead.paired = 1, 'both', lead.side = 'server', 'server_only', 'browser_only') AS pairing",
  ...[
    'side',
    'paired',
    'dedup_method',
    'value',
    'value_mismatch',
    'raw_count',
    'event_id',
    'order_id',
  ].map((name) => `lead.${name} AS ${name}`),
].join(', ');
