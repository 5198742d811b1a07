import type { Counting, Step } from '#contract/funnels/definition.ts';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import { Parameters } from '../../analytics/compiler/parameters.ts';
import { eventNamesIn, matcherSql } from '../query/matcher-sql.ts';
import {
  boundedWindow,
  type EventReader,
  lastDays,
  type Recorded,
  recordedEvents,
} from './recorded-events.ts';

type Asked = Recorded & { steps: readonly Step[]; countBy: Counting };
export type StepEvents = { events: number; people: number };

/** The people that a funnel counts, as a number; a tenth of them is those whose number ends with 0. */
const actorOf = (countBy: Counting): string =>
  countBy === 'click' ? 'sipHash64(click_id)' : 'visitor_key';

const ofActors = (countBy: Counting): string => (countBy === 'click' ? " AND click_id != ''" : '');

/** How many events there are that some step may count, by their names alone. */
export async function countCandidates(
  reader: EventReader,
  { steps, ...recorded }: Recorded & { steps: readonly { matcher: Step['matcher'] }[] },
): Promise<number> {
  const parameters = new Parameters();
  const events = recordedEvents(reader, recorded, parameters);
  const [[count] = []] = await reader.select({
    sql: `SELECT toString(count()) FROM ${events}
AND event_name IN ${parameters.add('Array(String)', eventNamesIn(steps))}`,
    parameters: parameters.values,
  });
  return Number(count ?? 0);
}

/** The events and people of each step by itself, without regard to the order; of a tenth of the people if `isSample`. */
export async function countStepEvents(
  reader: EventReader,
  { steps, countBy, isSample, ...recorded }: Asked & { isSample: boolean },
): Promise<StepEvents[]> {
  const parameters = new Parameters();
  const actor = actorOf(countBy);
  const figures = steps.flatMap(({ matcher }) => {
    const meets = matcherSql(matcher, parameters);
    return [`countIf(${meets})`, `uniqExactIf(${actor}, (${meets})${ofActors(countBy)})`];
  });
  const events = recordedEvents(reader, recorded, parameters);
  const [row = []] = await reader.select({
    sql: `SELECT ${figures.map((figure) => `toString(${figure})`).join(', ')}
FROM ${events} AND event_name IN ${parameters.add('Array(String)', eventNamesIn(steps))}
  ${isSample ? `AND ${actor} % 10 = 0` : ''}`,
    parameters: parameters.values,
  });
  return steps.map((_, index) => {
    const [events = 0, people = 0] = row.slice(index * 2, index * 2 + 2).map(Number);
    return { events, people };
  });
}

const lookedBack = 90;
/** The latest events of the names of a step that are looked through. */
const mostRead = 1_000_000;
const sampled = 5;

/** The latest events of a step in 90 days; of an event that comes very often, in fewer. */
export async function readLatestEvents(
  reader: EventReader,
  { scope, countBy, step, now }: Pick<Asked, 'scope' | 'countBy'> & { step: Step; now: Date },
): Promise<FunnelPreviewAnswer['steps'][number]['sample']> {
  const parameters = new Parameters();
  const window = await boundedWindow(
    reader,
    { scope, window: lastDays(now, lookedBack) },
    { mostEvents: mostRead, names: eventNamesIn([step]) },
  );
  const recorded = { scope, window };
  const person = countBy === 'click' ? 'click_id' : 'toString(visitor_key)';
  // The order of the table: reading ends after the first events that fit.
  const latest = step.matcher.any.map(
    (one) => `SELECT * FROM (
  SELECT toString(event_name) AS event, event_time AS at, JSONExtractString(params, 'url') AS page, ${person} AS person
  FROM ${recordedEvents(reader, recorded, parameters)} AND ${matcherSql({ any: [one] }, parameters)}
  ORDER BY project_id DESC, event_name DESC, left_out DESC, event_time DESC LIMIT ${sampled})`,
  );
  const rows = await reader.select({
    sql: `SELECT event, toString(toUnixTimestamp64Milli(at)), page, person
FROM (${latest.join('\nUNION DISTINCT ')})
ORDER BY at DESC, event, page, person LIMIT ${sampled}`,
    parameters: parameters.values,
  });
  return rows.map(([event, at, page, whose]) => ({
    event: event ?? '',
    at: new Date(Number(at)).toISOString(),
    page: page || null,
    person: whose ?? '',
  }));
}
