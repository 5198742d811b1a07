import { longestWindow } from '#contract/funnels/definition.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { TwiceReported } from './counted-events.ts';
import { type FunnelQuestion, minute } from './funnel-question.ts';
import { eventNamesIn } from './matcher-sql.ts';

/**
 * The events of a funnel that may have been reported twice. One side's events of one event id are stored once, except
 * those with an order, so that only names that both sides report or that carry orders can hold duplicates.
 */
export async function twiceReported(
  select: Select,
  question: FunnelQuestion,
): Promise<TwiceReported> {
  const { project, primary, window, definition } = question;
  const names = eventNamesIn([...definition.steps, ...definition.exclusions])
    .filter((name) => name !== primary)
    .toSorted();
  if (names.length === 0) return [];
  const parameters = new Parameters();
  // The longest window of all, so that funnels of the same events ask the same question.
  const end = new Date(window.to.getTime() + longestWindow * minute);
  const sql = `
    SELECT event_name FROM events
    WHERE project_id = ${parameters.add('UInt64', project)}
      AND event_name IN ${parameters.add('Array(String)', names)} AND left_out = 0
      AND event_time >= ${parameters.millisecond(window.from)} AND event_time <= ${parameters.millisecond(end)}
    GROUP BY event_name
    HAVING min(side = 'server') != max(side = 'server') OR max(notEmpty(order_id))
    ORDER BY event_name`;
  const rows = await select({ sql, parameters: parameters.values });
  return rows.flatMap(([name]) => name ?? []);
}
