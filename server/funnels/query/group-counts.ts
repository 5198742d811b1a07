import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { peopleSql } from './people-sql.ts';
import { reachedSql } from './reached-sql.ts';
import { twiceReported } from './twice-reported.ts';

export type GroupCounts = {
  by: FunnelBreakdown;
  key: string;
  /** People at each step, in the order of the definition's steps. */
  reached: readonly number[];
};

/** The people at each step by several values, each apart, of groups with at least so many entries. */
export async function groupCounts(
  select: Select,
  question: FunnelQuestion,
  values: readonly FunnelBreakdown[],
  fewest: number,
): Promise<GroupCounts[]> {
  const twice = await twiceReported(select, question);
  const parameters = new Parameters();
  const reached = reachedSql(question.definition).map((one) => `toString(countIf(${one}))`);
  const keys = values.map((name) => `('${name}', its_${name})`).join(', ');
  const sql = `SELECT pair.1, pair.2, ${reached.join(', ')}
FROM (${peopleSql({ question, twice, parameters, values })})
ARRAY JOIN [${keys}] AS pair
WHERE level > 0
GROUP BY pair
HAVING count() >= ${fewest}
ORDER BY pair`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.flatMap(([name, key, ...counts]) => {
    const by = values.find((one) => one === name);
    return by ? [{ by, key: key ?? '', reached: counts.map(Number) }] : [];
  });
}
