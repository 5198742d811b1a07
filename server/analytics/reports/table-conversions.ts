import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { Filter } from '../compiler/query.ts';
import type { Row } from '../compiler/result-row.ts';
import type { QueryRunner } from '../runner/query-runner.ts';
import { partRunner } from '../runner/resolved-query.ts';
import { sumOf } from './exact-sums.ts';
import type { Report } from './report.ts';
import { granularityOf, keyIn } from './table-groups.ts';

const most = 100_000;
export const conversionsOnly: Filter = {
  member: 'record',
  operator: 'equals',
  values: ['conversion'],
};

/**
 * The conversions of each row of a table, credited differently than the table. Conversions without a row are left
 * out.
 */
export async function conversionsOfRows(
  report: Report,
  runQuery: QueryRunner,
  { grouping, measures }: { grouping: Grouping; measures: readonly string[] },
): Promise<Map<string | null, Row>> {
  const granularity = granularityOf(grouping);
  const rows = await partRunner(
    runQuery,
    report.resolved,
  )({
    measures,
    ...(granularity ? { granularity } : { dimensions: [grouping, 'attributed'] }),
    filters: [conversionsOnly],
    limit: most,
  });
  const byKey = new Map<string | null, Row>();
  for (const row of rows) {
    const key = keyIn(row, report, grouping);
    if (key === null && row.attributed === '0') continue;
    const same = byKey.get(key);
    byKey.set(key, same ? addedTo(same, row, measures) : row);
  }
  return byKey;
}

const addedTo = (row: Row, other: Row, measures: readonly string[]): Row => ({
  ...row,
  ...Object.fromEntries(measures.map((name) => [name, sumOf([row[name], other[name]])])),
});
