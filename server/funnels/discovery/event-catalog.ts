import { isEventProperty, longestValue } from '#contract/funnels/definition.ts';
import {
  type CatalogEvent,
  type EventCatalog,
  listedProperties,
} from '#contract/funnels/discovery.ts';
import { isPersonal } from '../../collect/network-address.ts';
import { isSecretName } from '../../collect/sensitive-fields.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { type EventReader, type Recorded, recordedEvents } from './recorded-events.ts';

/** Events beyond these are too many to choose from, and each costs a read of its own. */
const mostEvents = 50;
/** The latest events of each name that are looked at. */
const mostExamined = 2_000;
const mostProperties = 60;
const mostValues = 20;

/** The recorded events of a period, the most frequent first, with the properties that their latest ones have. */
export async function readEventCatalog(
  reader: EventReader,
  recorded: Recorded,
): Promise<EventCatalog> {
  const events = await readEvents(reader, recorded);
  if (events.length === 0) return [];
  const names = events.map(({ event }) => event);
  const properties = await readProperties(reader, recorded, names);
  return events.map((event) => ({
    ...event,
    properties: properties.get(event.event) ?? [],
  }));
}

type Counted = Pick<CatalogEvent, 'event' | 'events' | 'last_seen_at'>;

async function readEvents(reader: EventReader, recorded: Recorded): Promise<Counted[]> {
  const parameters = new Parameters();
  const rows = await reader.select({
    sql: `SELECT toString(event_name), toString(count()), toString(toUnixTimestamp64Milli(max(event_time)))
FROM ${recordedEvents(reader, recorded, parameters)}
GROUP BY event_name ORDER BY count() DESC, event_name LIMIT ${mostEvents}`,
    parameters: parameters.values,
  });
  return rows.map(([event, events, last]) => ({
    event: event ?? '',
    events: Number(events),
    last_seen_at: new Date(Number(last)).toISOString(),
  }));
}

type Properties = CatalogEvent['properties'];

const columns = listedProperties.filter((one) => one !== 'path' && one !== 'host');

/** Each event as a list of its properties and their values. */
const pairs = `arrayConcat(
  [${columns.map((name) => `('${name}', toString(${name}))`).join(', ')}],
  [('path', path(url)), ('host', domain(url))],
  arrayMap(one -> (concat('query.', decodeURLFormComponent(substring(one, 1, position(one, '=') - 1))),
    decodeURLFormComponent(substring(one, position(one, '=') + 1))), arrayFilter(one -> position(one, '=') > 1, extractURLParameters(url))),
  arrayMap(one -> (concat('custom.', one.1), one.2),
    arrayFilter(one -> one.1 != 'url' AND NOT match(one.2, '^[{[]'), JSONExtractKeysAndValues(params, 'String'))))`;

/** Newest first, in the order of the table, so that reading ends after so many events. */
const latest = `ORDER BY project_id DESC, event_name DESC, left_out DESC, event_time DESC LIMIT ${mostExamined}`;

async function readProperties(
  reader: EventReader,
  recorded: Recorded,
  names: readonly string[],
): Promise<ReadonlyMap<string, Properties>> {
  const parameters = new Parameters();
  const recent = names.map(
    (name) => `SELECT * FROM (
  SELECT event_name, params, ${columns.join(', ')}
  FROM ${recordedEvents(reader, recorded, parameters)} AND event_name = ${parameters.add('String', name)}
  ${latest})`,
  );
  const rows = await reader.select({
    sql: `SELECT toString(event_name), property, text, toString(events) FROM (
  SELECT event_name, pair.1 AS property, pair.2 AS text, count() AS events,
    sum(events) OVER (PARTITION BY event_name, property) AS of_property
  FROM (
    SELECT event_name, JSONExtractString(params, 'url') AS url, arrayJoin(${pairs}) AS pair
    FROM (${recent.join('\nUNION ALL ')}))
  WHERE pair.2 != '' AND pair != ('country', 'ZZ') AND length(pair.2) <= ${longestValue}
  GROUP BY event_name, property, text)
ORDER BY event_name, of_property DESC, property, events DESC, text
LIMIT ${mostValues} BY event_name, property
LIMIT ${mostEvents * mostProperties * mostValues}`,
    parameters: parameters.values,
  });
  return propertiesIn(rows);
}

/** Properties that a filter cannot name, and those that may hold personal data or secrets, are left out. */
function propertiesIn(rows: readonly (readonly (string | null)[])[]): Map<string, Properties> {
  const byEvent = new Map<string, Map<string, Properties[number]>>();
  for (const [event, property, value, events] of rows) {
    if (event == null || property == null || value == null || !isListed(property, value)) continue;
    const found = byEvent.get(event) ?? new Map<string, Properties[number]>();
    byEvent.set(event, found);
    const listed = found.get(property) ?? { property, values: [] };
    if (!found.has(property) && found.size >= mostProperties) continue;
    found.set(property, listed);
    listed.values.push({ value, events: Number(events) });
  }
  return new Map([...byEvent].map(([event, found]) => [event, [...found.values()]]));
}

function isListed(property: string, value: string): boolean {
  const own = /^(?:query|custom)\.(.*)$/s.exec(property)?.[1];
  return isEventProperty(property) && !(own && isSecretName(own)) && !isPersonal(value);
}
