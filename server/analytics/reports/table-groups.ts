import { addsUp } from '#contract/analytics/attribution.ts';
import type { Grouping } from '#contract/analytics/report-query.ts';
import { zonedTime } from '#contract/period.ts';
import { fromTheClick } from '../compiler/credited-arm.ts';
import type { Direction, Filter } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Report } from './report.ts';
import { startOf } from './series.ts';

/** So many groups are read whole, which costs one statement; of more only what is shown is. */
const few = 10_000;

export type Group = { key: string | null; row: Row };
export type Groups = {
  groups: Group[];
  /** Conversions that no click earned and that have no value of their own in this dimension. */
  unattributed: Row | undefined;
  /** Rows that hold everything, to add up. */
  everything: readonly (Row | undefined)[];
  /** How many groups there are, shown or not. */
  count: number;
};

export type GroupsAsked = {
  grouping: Grouping;
  measures: readonly string[];
  window?: Report['inquiry']['window'];
  /** What may be shown when there are more groups than are read whole. */
  shown: { order: readonly [string, Direction]; limit: number; filters: readonly Filter[] };
};

const is = (member: string, ...values: string[]): Filter => ({
  member,
  operator: 'equals',
  values,
});
const isEmpty = (member: string): Filter => ({ member, operator: 'notSet', values: [] });
const isGiven = (member: string): Filter => ({ member, operator: 'set', values: [] });
const counted = is('record', 'click', 'conversion', 'refund', 'adjustment', 'cost');

/** The figures of the groups of a table. */
export async function groupsOf(report: Report, asked: GroupsAsked): Promise<Groups> {
  const found = await readGroups(report, asked);
  if (addsUp(report.inquiry.attribution.model)) return found;
  const { measures, window } = asked;
  const everything = await report.ask({
    measures,
    filters: [counted],
    ...(window ? { window } : {}),
  });
  return { ...found, everything };
}

async function readGroups(report: Report, asked: GroupsAsked): Promise<Groups> {
  const { grouping, measures, window } = asked;
  const granularity = granularityOf(grouping);
  const part = { measures, ...(window ? { window } : {}) };
  const order = [['server_revenue', 'desc'] as const];
  const limit = few + 1;
  const keyed = (row: Row): Group => ({ key: keyIn(row, report, grouping), row });
  if (granularity) {
    const rows = await report.ask({ ...part, granularity, filters: [counted], limit });
    return wholeOf(rows.map(keyed), undefined);
  }
  if (fromTheClick.includes(grouping)) {
    const dimensions = [grouping, 'attributed'];
    const rows = await report.ask({ ...part, dimensions, filters: [counted], order, limit });
    if (rows.length > few) return manyOf(report, asked);
    const isApart = (row: Row) => row[grouping] == null && row.attributed === '0';
    return wholeOf(rows.filter((row) => !isApart(row)).map(keyed), rows.find(isApart));
  }
  const [rows, unattributed] = await Promise.all([
    report.ask({
      ...part,
      dimensions: [grouping],
      filters: [counted, attributedOr(grouping)],
      order,
      limit,
    }),
    apart(report, asked),
  ]);
  return rows.length > few ? manyOf(report, asked) : wholeOf(rows.map(keyed), unattributed);
}

const wholeOf = (groups: Group[], unattributed: Row | undefined): Groups => ({
  groups,
  unattributed,
  everything: [...groups.map(({ row }) => row), unattributed],
  count: groups.length,
});

/** Reads only the groups that are shown; their sum, what stands apart and how many there are come on their own. */
async function manyOf(report: Report, asked: GroupsAsked): Promise<Groups> {
  const { grouping, measures, window, shown } = asked;
  const part = { measures, ...(window ? { window } : {}) };
  const dimensions = [grouping];
  const filters = [counted, attributedOr(grouping)];
  const [rows, unattributed, everything, count] = await Promise.all([
    report.ask({
      ...part,
      dimensions,
      filters: [...filters, ...shown.filters],
      order: [shown.order],
      limit: shown.limit,
    }),
    apart(report, asked),
    report.ask({ ...part, filters: [counted] }),
    report.count({ ...part, dimensions, filters }),
  ]);
  const groups = rows.map((row) => ({ key: row[grouping] ?? null, row }));
  return { groups, unattributed, everything, count };
}

async function apart(report: Report, { grouping, measures, window }: GroupsAsked) {
  const [row] = await report.ask({
    measures,
    filters: [
      is('record', 'conversion', 'refund', 'adjustment'),
      isEmpty(grouping),
      is('attributed', '0'),
    ],
    ...(window ? { window } : {}),
  });
  return row;
}

const attributedOr = (grouping: Grouping): Filter => ({
  or: [isGiven(grouping), is('attributed', '1')],
});

export const granularityOf = (grouping: Grouping): 'hour' | 'day' | null =>
  grouping === 'hour' ? 'hour' : grouping === 'date' ? 'day' : null;

/** What a row of a grouping goes by. */
export function keyIn(row: Row, report: Report, grouping: Grouping): string | null {
  const granularity = granularityOf(grouping);
  return granularity ? timeKey(row, report, granularity) : (row[grouping] ?? null);
}

const timeKey = (row: Row, { inquiry }: Report, granularity: 'hour' | 'day'): string =>
  timeKeyAt(startOf(row, inquiry.timezone, granularity), inquiry.timezone, granularity);

/** What an hour or a day goes by. */
export function timeKeyAt(start: Date, zone: string, granularity: 'hour' | 'day'): string {
  const text = zonedTime(start, zone);
  return granularity === 'hour' ? text : text.slice(0, 10);
}
