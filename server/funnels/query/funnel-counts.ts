import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { attemptsSql } from './attempts-sql.ts';
import { canCount, type FunnelQuestion } from './funnel-question.ts';
import { reachedSql } from './reached-sql.ts';
import { twiceReported } from './twice-reported.ts';

export type FunnelCounts = {
  /** People at each step, in the order of the definition's steps. */
  reached: readonly number[];
  /** People all of whose attempts are void. */
  excluded: number;
};

/** How many people reached each step. With `isSample` these are people of the sample. */
export async function funnelCounts(
  select: Select,
  question: FunnelQuestion,
): Promise<FunnelCounts> {
  const { steps } = question.definition;
  if (!canCount(question)) {
    return { reached: steps.map(() => 0), excluded: 0 };
  }
  const twice = await twiceReported(select, question);
  const parameters = new Parameters();
  const figures = [
    ...reachedSql(question.definition).map((reached) => `countIf(${reached})`),
    'countIf(level = 0)',
  ];
  const sql = `SELECT ${figures.map((figure) => `toString(${figure})`).join(', ')}
FROM (${attemptsSql({ question, twice, parameters })})`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  return {
    reached: steps.map((_, index) => Number(row[index] ?? 0)),
    excluded: Number(row[steps.length] ?? 0),
  };
}
