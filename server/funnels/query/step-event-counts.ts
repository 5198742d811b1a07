import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { countedEvents } from './counted-events.ts';
import { timeShift } from './event-number.ts';
import { filtersSql } from './filter-sql.ts';
import type { FunnelQuestion } from './funnel-question.ts';
import { twiceReported } from './twice-reported.ts';

/**
 * How many events of each step lie in the window, whoever they belong to and in whatever order. Filters apply to the
 * events of every step.
 */
export async function stepEventCounts(
  select: Select,
  question: FunnelQuestion,
): Promise<readonly number[]> {
  const twice = await twiceReported(select, question);
  const parameters = new Parameters();
  const { from, to } = question.window;
  const end = parameters.add('UInt64', to.getTime() - from.getTime());
  const counts = question.definition.steps.map(
    (_, index) => `toString(countIf(bitTest(mask, ${index})))`,
  );
  const sql = `SELECT ${counts.join(', ')}
FROM (${countedEvents({ question: { ...question, filters: [] }, twice, parameters, conditions: [filtersSql(question.filters ?? [], parameters)] })})
WHERE bitShiftRight(place, ${timeShift}) < ${end}`;
  const [row = []] = await select({ sql, parameters: parameters.values });
  return counts.map((_, index) => Number(row[index] ?? 0));
}
