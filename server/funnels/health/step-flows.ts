import type { Definition, Matcher } from '#contract/funnels/definition.ts';
import type { Window } from '#contract/period.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { eventNamesIn, matcherSql } from '../query/matcher-sql.ts';
import type { Flow } from './flow-verdict.ts';
import { comparedPeriods, flowOf, quarter } from './week-hours.ts';

type Asked = { project: number; timezone: string; until: Date; hours: number };
type Steps = Definition['steps'];

/** How many events of each step came in the last hours and in the same hours of earlier weeks. */
export async function readStepFlows(
  select: Select,
  steps: Steps,
  { project, timezone, until, hours }: Asked,
): Promise<Flow[]> {
  const parameters = new Parameters();
  const periods = comparedPeriods({ until, hours, timezone });
  const back = `intDiv(${parameters.add('Int64', until.getTime() - 1)} - toUnixTimestamp64Milli(event_time), ${quarter})`;
  const counts = steps.map(
    ({ matcher }) => `toString(countIf(${matcherSql(matcher, parameters)}))`,
  );
  const rows = await select({
    sql: `SELECT ${[`toString(${back})`, ...counts].join(', ')}
FROM events
WHERE ${eventsOf(steps, { project, periods }, parameters)}
GROUP BY ${back}`,
    parameters: parameters.values,
  });
  return steps.map((_, index) =>
    flowOf(new Map(rows.map(([slot, ...each]) => [Number(slot), Number(each[index])])), {
      until,
      hours,
      timezone,
    }),
  );
}

/** How far back the last event of a silent step is looked for. */
const lookedBack = 90 * 86_400_000;

/** The time of the last event that meets a matcher. */
export async function lastEventAt(
  select: Select,
  matcher: Matcher,
  { project, until }: Pick<Asked, 'project' | 'until'>,
): Promise<Date | null> {
  const parameters = new Parameters();
  const periods = [{ from: new Date(until.getTime() - lookedBack), to: until }];
  const [[last] = []] = await select({
    sql: `SELECT toString(toUnixTimestamp64Milli(max(event_time))) FROM events
WHERE ${eventsOf([{ matcher }], { project, periods }, parameters)} AND (${matcherSql(matcher, parameters)})`,
    parameters: parameters.values,
  });
  return Number(last ?? 0) > 0 ? new Date(Number(last)) : null;
}

/** Events that some of the steps may count, without bots and tests. */
function eventsOf(
  steps: readonly { matcher: Matcher }[],
  { project, periods }: { project: number; periods: readonly Window[] },
  parameters: Parameters,
): string {
  const times = periods.map(
    ({ from, to }) =>
      `event_time >= ${parameters.millisecond(from)} AND event_time < ${parameters.millisecond(to)}`,
  );
  return [
    `project_id = ${parameters.add('UInt64', project)}`,
    `event_name IN ${parameters.add('Array(String)', eventNamesIn(steps))}`,
    'left_out = 0',
    `(${times.join(' OR ')})`,
  ].join(' AND ');
}
