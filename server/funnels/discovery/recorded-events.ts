import type { Window } from '#contract/period.ts';
import type { ProjectScope } from '../../access/scope.ts';
import { scopeFilter } from '../../analytics/compiler/scope-filter.ts';
import type { AnalyticsReader } from '../../analytics/runner/analytics-reader.ts';
import { rawEvents } from '../../analytics/runner/raw-event-query.ts';
import { Parameters } from '../../warehouse/parameters.ts';

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
    { filters: [scopeFilter({ projects: [scope] })], asOf: undefined, timezone: 'UTC' },
    [window],
    parameters,
  );

/** The days before the end of this hour, so that equal questions of an hour have one answer. */
export function lastDays(now: Date, days: number): Window {
  const to = (Math.floor(now.getTime() / hourMs) + 1) * hourMs;
  return { from: new Date(to - days * 24 * hourMs), to: new Date(to) };
}

/** The latest part of a window that has at most so many events, at least an hour. */
export async function boundedWindow(
  reader: EventReader,
  recorded: Recorded,
  mostEvents: number,
): Promise<Window> {
  const parameters = new Parameters();
  const rows = await reader.select({
    sql: `SELECT ${hour}, toString(count())
FROM ${recordedEvents(reader, recorded, parameters)}
GROUP BY ${hour}`,
    parameters: parameters.values,
  });
  return latestPart(recorded.window, hoursIn(rows), mostEvents);
}

/** The same for each of these events by its name. */
export async function boundedWindows(
  reader: EventReader,
  recorded: Recorded,
  { names, mostEvents }: { names: readonly string[]; mostEvents: number },
): Promise<ReadonlyMap<string, Window>> {
  const parameters = new Parameters();
  const rows = await reader.select({
    sql: `SELECT toString(event_name), ${hour}, toString(count())
FROM ${recordedEvents(reader, recorded, parameters)}
  AND event_name IN ${parameters.add('Array(String)', names)}
GROUP BY event_name, ${hour}`,
    parameters: parameters.values,
  });
  return new Map(
    names.map((name) => {
      const own = rows.filter(([of]) => of === name).map(([, ...cells]) => cells);
      return [name, latestPart(recorded.window, hoursIn(own), mostEvents)];
    }),
  );
}

const hour = 'toString(toUnixTimestamp(toStartOfHour(event_time)))';

type Hour = { start: number; events: number };

const hoursIn = (rows: readonly (readonly (string | null)[])[]): Hour[] =>
  rows
    .map(([start, events]) => ({ start: Number(start) * 1_000, events: Number(events) }))
    .sort((one, other) => other.start - one.start);

function latestPart({ from, to }: Window, hours: readonly Hour[], mostEvents: number): Window {
  let room = mostEvents;
  for (const [index, { start, events }] of hours.entries()) {
    room -= events;
    if (room < 0 && index > 0) return { from: new Date(start + hourMs), to };
  }
  return { from, to };
}
