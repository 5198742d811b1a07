import { zonedTime } from '#contract/period.ts';
import type { Grouping } from '#contract/report.ts';
import type { Row } from '../ask.ts';
import type { Filter } from '../query.ts';
import type { Report } from './report.ts';
import { startOf } from './series.ts';

/** The engine answers at most this many groups. */
const mostGroups = 100_000;

export type Groups = {
  rows: { key: string | null; row: Row }[];
  /** Conversions that no click earned and that have no value of their own in this dimension. */
  unattributed: Row | undefined;
  /** Whether these are all groups there are. */
  isWhole: boolean;
};

/** Conversions without a click are empty in these, in no other dimension. */
const fromTheClick: ReadonlySet<Grouping> = new Set([
  'channel',
  'campaign_id',
  'adset_id',
  'ad_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'referrer',
  'affsub',
]);

const is = (member: string, ...values: string[]): Filter => ({
  member,
  operator: 'equals',
  values,
});
const isEmpty = (member: string): Filter => ({ member, operator: 'notSet', values: [] });
const isGiven = (member: string): Filter => ({ member, operator: 'set', values: [] });
export const counted = is('record', 'click', 'conversion', 'refund', 'cost');

type Asked = {
  grouping: Grouping;
  measures: readonly string[];
  window?: Report['inquiry']['window'];
};

/** The figures of every group. One statement where a conversion without a click can only stand in a group of its own. */
export async function groupsOf(
  report: Report,
  { grouping, measures, window }: Asked,
): Promise<Groups> {
  const { ask } = report;
  const part = { measures, limit: mostGroups, ...(window ? { window } : {}) };
  if (grouping === 'hour' || grouping === 'date') {
    const granularity = grouping === 'hour' ? 'hour' : 'day';
    const rows = await ask({ ...part, granularity, filters: [counted] });
    return groups(rows, undefined, (row) => timeKey(row, report, granularity));
  }
  const order = [['server_revenue', 'desc']] as const;
  const keyOf = (row: Row) => row[grouping] ?? null;
  if (fromTheClick.has(grouping)) {
    const rows = await ask({
      ...part,
      order,
      dimensions: [grouping, 'attributed'],
      filters: [counted],
    });
    const without = rows.find((row) => keyOf(row) === null && row.attributed === '0');
    return groups(rows, without, keyOf);
  }
  const [rows, [without]] = await Promise.all([
    ask({
      ...part,
      order,
      dimensions: [grouping],
      filters: [counted, { or: [isGiven(grouping), is('attributed', '1')] }],
    }),
    ask({
      measures,
      filters: [is('record', 'conversion', 'refund'), isEmpty(grouping), is('attributed', '0')],
      ...(window ? { window } : {}),
    }),
  ]);
  return groups(rows, without, keyOf);
}

const groups = (
  rows: readonly Row[],
  unattributed: Row | undefined,
  keyOf: (row: Row) => string | null,
): Groups => ({
  rows: rows.filter((row) => row !== unattributed).map((row) => ({ key: keyOf(row), row })),
  unattributed,
  isWhole: rows.length < mostGroups,
});

function timeKey(row: Row, { inquiry }: Report, granularity: 'hour' | 'day'): string {
  const text = zonedTime(startOf(row, inquiry.timezone, granularity), inquiry.timezone);
  return granularity === 'hour' ? text : text.slice(0, 10);
}
