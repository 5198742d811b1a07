import type { Counting } from '#contract/funnels/definition.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { type EventReader, type Recorded, recordedEvents } from './recorded-events.ts';

/** What someone did before the first conversion, each event and page once, in the order of their first time. */
export type Journey = {
  convertedAt: number;
  visits: readonly { event: string; path: string; at: number }[];
};

const mostPeople = 2_000;
const mostVisits = 40;

const actors: ReadonlyMap<Counting, string> = new Map([
  ['visitor', 'toString(visitor_key)'],
  ['click', 'click_id'],
]);

/** The journeys of the latest people who converted. */
export async function readJourneys(
  reader: EventReader,
  recorded: Recorded,
  { primary, countBy }: { primary: string; countBy: Counting },
): Promise<Journey[]> {
  const parameters = new Parameters();
  const goal = parameters.add('String', primary);
  const actor = actors.get(countBy) ?? '';
  const events = recordedEvents(reader, recorded, parameters);
  const converted = `SELECT ${actor} AS actor, min(event_time) AS converted_at
  FROM ${events} AND event_name = ${goal} AND ${actor} != ''
  GROUP BY actor ORDER BY converted_at DESC, actor LIMIT ${mostPeople}`;
  const rows = await reader.select({
    sql: `SELECT actor, toString(toUnixTimestamp64Milli(converted_at)), visited, page,
  toString(toUnixTimestamp64Milli(first_at))
FROM (${converted}) AS people
LEFT JOIN (
  SELECT ${actor} AS actor, toString(event_name) AS visited,
    if(event_name = 'page_view', lowerUTF8(path(JSONExtractString(params, 'url'))), '') AS page,
    min(event_time) AS first_at
  FROM ${events} AND event_name NOT IN (${goal}, 'refund')
    AND ${actor} IN (SELECT actor FROM (${converted}))
  GROUP BY actor, visited, page) AS visits USING (actor)
ORDER BY actor, first_at, visited, page
LIMIT ${mostVisits} BY actor`,
    parameters: parameters.values,
  });
  return journeysIn(rows);
}

function journeysIn(rows: readonly (readonly (string | null)[])[]): Journey[] {
  const journeys = new Map<string, { convertedAt: number; visits: Journey['visits'][number][] }>();
  for (const [actor, converted, event, path, first] of rows) {
    const convertedAt = Number(converted);
    const journey = journeys.get(actor ?? '') ?? { convertedAt, visits: [] };
    journeys.set(actor ?? '', journey);
    const at = Number(first);
    if (event && at <= convertedAt) journey.visits.push({ event, path: path ?? '', at });
  }
  return [...journeys.values()];
}

/** How many conversions have a click id, and how many there are. */
export async function countConversions(
  reader: EventReader,
  recorded: Recorded,
  primary: string,
): Promise<{ all: number; withClick: number }> {
  const parameters = new Parameters();
  const [[all, withClick] = []] = await reader.select({
    sql: `SELECT toString(count()), toString(countIf(click_id != ''))
FROM ${recordedEvents(reader, recorded, parameters)} AND event_name = ${parameters.add('String', primary)}`,
    parameters: parameters.values,
  });
  return { all: Number(all ?? 0), withClick: Number(withClick ?? 0) };
}
