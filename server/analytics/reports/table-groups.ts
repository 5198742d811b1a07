import { addsUp } from '#contract/analytics/attribution.ts';
import { clickDimensions, type Grouping } from '#contract/analytics/dimensions.ts';
import { zonedTime } from '#contract/period.ts';
import { type Direction, type Filter, timeMember } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import { costMeasure, type Report } from './report.ts';
import { startOf } from './series.ts';

/** Up to this many groups are all read by one statement; of a larger number, only the shown groups are read. */
const maxGroups = 10_000;

export type Group = { key: string | null; row: Row };
export type Groups = {
  groups: Group[];
  /** Conversions without a credited click and without a value of their own in this dimension. */
  unattributed: Row | undefined;
  /** Rows whose sum is the total. */
  everything: readonly (Row | undefined)[];
  /** How many groups there are, shown or not. */
  count: number;
};

export type GroupsRequest = {
  grouping: Grouping;
  measures: readonly string[];
  window?: Report['resolved']['window'];
  /** The rows to read if there are too many groups to read all of them. */
  shown: { order: readonly [string, Direction]; limit: number; filters: readonly Filter[] };
};

const is = (member: string, ...values: string[]): Filter => ({
  member,
  operator: 'equals',
  values,
});
const isEmpty = (member: string): Filter => ({ member, operator: 'notSet', values: [] });
const isGiven = (member: string): Filter => ({ member, operator: 'set', values: [] });
const countedIn = (report: Report): Filter =>
  is('record', 'click', 'conversion', 'refund', 'adjustment', costMeasure(report));

/** The figures of a table's groups. */
export async function groupsOf(report: Report, request: GroupsRequest): Promise<Groups> {
  const found = await readGroups(report, request);
  if (addsUp(report.resolved.attribution.model)) return found;
  const { measures, window } = request;
  const everything = await report.runQuery({
    measures,
    filters: [countedIn(report)],
    ...(window ? { window } : {}),
  });
  return { ...found, everything };
}

async function readGroups(report: Report, request: GroupsRequest): Promise<Groups> {
  const { grouping, measures, window } = request;
  const granularity = granularityOf(grouping);
  const part = { measures, ...(window ? { window } : {}) };
  const order = [['server_revenue', 'desc'] as const];
  const limit = maxGroups + 1;
  const keyed = (row: Row): Group => ({ key: keyIn(row, report, grouping), row });
  if (granularity) {
    const rows = await report.runQuery({
      ...part,
      granularity,
      filters: [countedIn(report)],
      limit,
    });
    return completeGroups(rows.map(keyed), undefined);
  }
  if (clickDimensions.some((one) => one === grouping)) {
    const dimensions = [grouping, 'attributed'];
    const rows = await report.runQuery({
      ...part,
      dimensions,
      filters: [countedIn(report)],
      order,
      limit,
    });
    if (rows.length > maxGroups) return readShownGroups(report, request);
    const isUnattributed = (row: Row) => row[grouping] == null && row.attributed === '0';
    return completeGroups(
      rows.filter((row) => !isUnattributed(row)).map(keyed),
      rows.find(isUnattributed),
    );
  }
  const [rows, unattributed] = await Promise.all([
    report.runQuery({
      ...part,
      dimensions: [grouping],
      filters: [countedIn(report), attributedOr(grouping)],
      order,
      limit,
    }),
    readUnattributed(report, request),
  ]);
  return rows.length > maxGroups
    ? readShownGroups(report, request)
    : completeGroups(rows.map(keyed), unattributed);
}

const completeGroups = (groups: Group[], unattributed: Row | undefined): Groups => ({
  groups,
  unattributed,
  everything: [...groups.map(({ row }) => row), unattributed],
  count: groups.length,
});

/** Reads only the shown groups; their sum, the unattributed row and the number of groups are queries of their own. */
async function readShownGroups(report: Report, request: GroupsRequest): Promise<Groups> {
  const { grouping, measures, window, shown } = request;
  const part = { measures, ...(window ? { window } : {}) };
  const { dimensions, filters } = groupsBy(report, grouping);
  const [rows, unattributed, everything, count] = await Promise.all([
    report.runQuery({
      ...part,
      dimensions,
      filters: [...filters, ...shown.filters],
      order: [shown.order],
      limit: shown.limit,
    }),
    readUnattributed(report, request),
    report.runQuery({ ...part, filters: [countedIn(report)] }),
    report.count({ ...part, dimensions, filters }),
  ]);
  const groups = rows.map((row) => ({ key: row[grouping] ?? null, row }));
  return { groups, unattributed, everything, count };
}

/** The part of a query for the groups of a grouping, without the unattributed row. */
export const groupsBy = (report: Report, grouping: Grouping) => ({
  dimensions: [grouping],
  filters: [countedIn(report), attributedOr(grouping)],
});

async function readUnattributed(report: Report, { grouping, measures, window }: GroupsRequest) {
  const [row] = await report.runQuery({
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

/** The key of a row. */
export function keyIn(row: Row, report: Report, grouping: Grouping): string | null {
  const granularity = granularityOf(grouping);
  return granularity ? timeKey(row, report, granularity) : (row[grouping] ?? null);
}

/** A spread cost without a click has no hour. */
const timeKey = (row: Row, { resolved }: Report, granularity: 'hour' | 'day'): string | null =>
  row[`${timeMember}.${granularity}`] === null
    ? null
    : timeKeyAt(startOf(row, resolved.timezone, granularity), resolved.timezone, granularity);

/** The key of an hour or a day. */
export function timeKeyAt(start: Date, zone: string, granularity: 'hour' | 'day'): string {
  const text = zonedTime(start, zone);
  return granularity === 'hour' ? text : text.slice(0, 10);
}
