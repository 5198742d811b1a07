import type { StepHealth } from '#contract/funnels/report.ts';
import { Parameters } from '../../analytics/compiler/parameters.ts';
import { filtersSql } from '../query/filter-sql.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

/** Where nobody has compared the events of a step with earlier weeks. */
const unknownHealth: StepHealth = {
  state: 'unknown',
  since: null,
  seen: null,
  expected: null,
  checked_at: null,
};

/** The health of a step as a member may read it: counts of the whole project are not for members of an affiliate. */
export const readableHealth = (
  health: StepHealth | undefined,
  { scope }: Pick<RequestedFunnel, 'scope'>,
): StepHealth => {
  if (!health) return unknownHealth;
  return scope.visibleAffids === null ? health : { ...health, seen: null, expected: null };
};

const day = 86_400_000;
/** Events older than this say nothing about whether a step works. */
const looked = 90 * day;

/** When the last event of each step came, in the order of the steps; null for one without events. */
export async function lastEvents({
  analytics,
  question: { project, definition, affids },
  asOf,
}: RequestedFunnel): Promise<(string | null)[]> {
  const parameters = new Parameters();
  const names = definition.steps.flatMap(({ matcher }) => matcher.any.map(({ event }) => event));
  const times = definition.steps.map(({ matcher }) => {
    const meets = matcher.any.map(
      ({ event, filters }) =>
        `(event_name = ${parameters.add('String', event)} AND ${filtersSql(filters, parameters)})`,
    );
    return `toString(toUnixTimestamp64Milli(maxIf(event_time, ${meets.join(' OR ')})))`;
  });
  const conditions = [
    `project_id = ${parameters.add('UInt64', project)}`,
    `event_name IN ${parameters.add('Array(String)', [...new Set(names)])}`,
    'left_out = 0',
    `event_time >= ${parameters.millisecond(new Date(asOf.getTime() - looked))}`,
    ...(affids === null ? [] : [`affid IN ${parameters.add('Array(String)', affids)}`]),
  ];
  const sql = `SELECT ${times.join(', ')} FROM events WHERE ${conditions.join(' AND ')}`;
  const [row = []] = await analytics.select({ sql, parameters: parameters.values });
  return definition.steps.map((_, index) => {
    const time = Number(row[index] ?? 0);
    return time > 0 ? new Date(time).toISOString() : null;
  });
}
