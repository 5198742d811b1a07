import { filtersIn } from '#contract/analytics/dimensions.ts';
import { hasCostOfRow, knowsCostByRow } from '#contract/analytics/known-cost.ts';
import type { Table } from '#contract/analytics/report.ts';
import type { TableQuery } from '#contract/analytics/report-query.ts';
import type { Sums } from '#contract/analytics/table-figures.ts';
import type { Filter } from '../compiler/query.ts';
import { sumsOver } from './exact-sums.ts';
import { distinct, type Report } from './report.ts';
import { type Group, type Groups, type GroupsRequest, groupsBy } from './table-groups.ts';

/** Groups that cost money and that `min_revenue` leaves out. */
type SpentGroups = {
  count: number;
  sums: Sums;
  /** The groups, at least as many as a table shows; or none where the query wants their sums alone. */
  groups: readonly Group[];
};

/** What the table has read so far. */
type ReadTable = Pick<GroupsRequest, 'measures' | 'shown'> & {
  found: Groups;
  total: Sums;
  /** Of spread costs. */
  estimate: Table['estimate'];
  /** The measure of each sum. */
  columns: Record<keyof Sums, string>;
};

/**
 * Null where no group spent without revenue, or where costs cannot be divided among these groups. A table that was read
 * as a whole already has them; of a larger one they are read by statements of their own.
 */
export async function spentGroups(
  report: Report,
  query: TableQuery,
  table: ReadTable,
): Promise<SpentGroups | null> {
  const { found } = table;
  if (!isWanted(query, table)) return null;
  const spent =
    found.groups.length === found.count
      ? amongFound(report, query, table)
      : await readSpent(report, query, table);
  return spent.count > 0 ? spent : null;
}

/** Whether the query asks for rows that spent without revenue, and leaves them out of its own rows. */
function isWanted(query: TableQuery, { total, estimate }: ReadTable): boolean {
  const { group_by: by, spent, min_revenue: least, parent: path = [] } = query;
  if (spent === undefined || Number(least) === 0 || total.cost === 0) return false;
  return estimate !== undefined || knowsCostByRow(by, { narrowed: filtersIn(query), path, total });
}

function amongFound(
  report: Report,
  { group_by, min_revenue: least }: TableQuery,
  { found, total, estimate, columns }: ReadTable,
): SpentGroups {
  const groups = found.groups.filter(({ key, row }) => {
    const cost = Number(row[columns.cost]);
    const isLeftOut = Number(row.server_revenue) < Number(least);
    return cost > 0 && isLeftOut && hasCostOfRow({ group_by, total, estimate }, { key, cost });
  });
  const rows = groups.map(({ row }) => row);
  return { count: groups.length, sums: sumsOver(report, columns, rows), groups };
}

async function readSpent(
  report: Report,
  { group_by: grouping, min_revenue: least, spent }: TableQuery,
  { total, estimate, columns, measures, shown }: ReadTable,
): Promise<SpentGroups> {
  const { dimensions, filters } = groupsBy(report, grouping);
  const table = { group_by: grouping, total, estimate };
  const named: Filter[] = hasCostOfRow(table, { key: null, cost: total.cost })
    ? []
    : [{ member: grouping, operator: 'set', values: [] }];
  const part = {
    dimensions,
    filters: [
      ...filters,
      ...named,
      { member: columns.cost, operator: 'gt', values: ['0'] },
      { member: 'server_revenue', operator: 'lt', values: [least] },
    ] satisfies Filter[],
  };
  const [{ count, sums }, rows] = await Promise.all([
    report.sumGroups({ ...part, measures: distinct(Object.values(columns)) }),
    spent === 'rows'
      ? report.runQuery({ ...part, measures, order: [shown.order], limit: shown.limit })
      : [],
  ]);
  return {
    count,
    sums: sumsOver(report, columns, [sums]),
    groups: rows.map((row) => ({ key: row[grouping] ?? null, row })),
  };
}
