import type { Window } from '#contract/period.ts';
import type { ProjectScope } from '../../access/scope.ts';
import { Parameters } from '../../analytics/compiler/parameters.ts';
import { scopeFilter } from '../../analytics/compiler/scope-filter.ts';
import type { AnalyticsReader } from '../../analytics/runner/analytics-reader.ts';
import { rawEvents } from '../../analytics/runner/raw-event-query.ts';

export type EventReader = Pick<AnalyticsReader, 'model' | 'select'>;
/** Which events may be read: those of one project, for an affiliate its own. */
export type Recorded = { scope: ProjectScope; window: Window };

const hourMs = 3_600_000;

/** The events behind FROM, without bots and tests; further conditions follow with AND. */
export const recordedEvents = (
  { model }: EventReader,
  { scope, window }: Recorded,
  parameters: Parameters,
): string =>
  rawEvents(
    model,
    { filters: [scopeFilter({ projects: [scope] })], asOf: undefined },
    [window],
    parameters,
  );

/** The days before the end of this hour, so that equal questions of an hour have one answer. */
export function lastDays(now: Date, days: number): Window {
  const to = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  return { from: new Date(to - days * 24 * hourMs), to: new Date(to) };
}

type Bound = { mostEvents: number; names?: readonly string[] };

/** The latest part of a window that has at most so many events (of these names), at least an hour. */
export async function boundedWindow(
  reader: EventReader,
  recorded: Recorded,
  { mostEvents, names }: Bound,
): Promise<Window> {
  const parameters = new Parameters();
  const events = recordedEvents(reader, recorded, parameters);
  const named = names ? `AND event_name IN ${parameters.add('Array(String)', names)}` : '';
  const rows = await reader.select({
    sql: `SELECT toString(toUnixTimestamp(toStartOfHour(event_time))), toString(count())
FROM ${events} ${named}
GROUP BY toStartOfHour(event_time) ORDER BY toStartOfHour(event_time) DESC`,
    parameters: parameters.values,
  });
  const { from, to } = recorded.window;
  let room = mostEvents;
  for (const [index, [hour, events]] of rows.entries()) {
    room -= Number(events);
    if (room < 0 && index > 0) return { from: new Date((Number(hour) + 3_600) * 1_000), to };
  }
  return { from, to };
}
