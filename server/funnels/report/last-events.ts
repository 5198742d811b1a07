import type { Step } from '#contract/funnels/definition.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { eventNamesIn, matcherSql } from '../query/matcher-sql.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

const day = 86_400_000;
/** How far back a step's last event is looked for: mostly it is new, and what is older says nothing of the step. */
const looks = [day, 90 * day];

/** When the last event of each step came, in the order of the steps; null for one without events. */
export async function lastEvents(asked: RequestedFunnel): Promise<(string | null)[]> {
  const times = new Map<Step, string>();
  for (const look of looks) {
    const left = asked.definition.steps.filter((step) => !times.has(step));
    if (left.length === 0) break;
    for (const [step, time] of await lastEventsWithin(asked, left, look)) times.set(step, time);
  }
  return asked.definition.steps.map((step) => times.get(step) ?? null);
}

async function lastEventsWithin(
  { analytics, question: { project, affids }, asOf }: RequestedFunnel,
  steps: readonly Step[],
  look: number,
): Promise<[Step, string][]> {
  const parameters = new Parameters();
  const times = steps.map(
    ({ matcher }) =>
      `toString(toUnixTimestamp64Milli(maxIf(event_time, ${matcherSql(matcher, parameters)})))`,
  );
  const conditions = [
    `project_id = ${parameters.add('UInt64', project)}`,
    `event_name IN ${parameters.add('Array(String)', eventNamesIn(steps))}`,
    'left_out = 0',
    `event_time >= ${parameters.millisecond(new Date(asOf.getTime() - look))}`,
    ...(affids === null ? [] : [`affid IN ${parameters.add('Array(String)', affids)}`]),
  ];
  const sql = `SELECT ${times.join(', ')} FROM events WHERE ${conditions.join(' AND ')}`;
  const [row = []] = await analytics.select({ sql, parameters: parameters.values });
  return steps.flatMap((step, index): [Step, string][] => {
    const time = Number(row[index] ?? 0);
    return time > 0 ? [[step, new Date(time).toISOString()]] : [];
  });
}
