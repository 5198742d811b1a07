import type { Counting, Matcher, Step } from '#contract/funnels/definition.ts';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { sampleShare } from '../query/funnel-question.ts';
import { eventNamesIn, matcherSql } from '../query/matcher-sql.ts';
import {
  boundedWindows,
  type EventReader,
  lastDays,
  type Recorded,
  recordedEvents,
} from './recorded-events.ts';

type Asked = Recorded & { steps: readonly Step[]; countBy: Counting };
type StepEvents = { events: number; people: number };
type Sample = FunnelPreviewAnswer['steps'][number]['sample'];

/** The people that a funnel counts, as a number; a tenth of them is those whose number ends with 0. */
const actorOf = (countBy: Counting): string =>
  countBy === 'click' ? 'sipHash64(click_id)' : 'visitor_key';

/** The key of the sample. A funnel by clicks ignores events without a click id, but the counts of events hold them. */
const sampledBy = (countBy: Counting): string =>
  countBy === 'click' ? "sipHash64(if(click_id != '', click_id, event_uid))" : actorOf(countBy);

const ofActors = (countBy: Counting): string => (countBy === 'click' ? " AND click_id != ''" : '');

/** How many events there are that some step or exclusion may count, by their names alone. */
export async function countCandidates(
  reader: EventReader,
  recorded: Recorded,
  matchers: readonly { matcher: Matcher }[],
): Promise<number> {
  const parameters = new Parameters();
  const events = recordedEvents(reader, recorded, parameters);
  const [[count] = []] = await reader.select({
    sql: `SELECT toString(count()) FROM ${events}
AND event_name IN ${parameters.add('Array(String)', eventNamesIn(matchers))}`,
    parameters: parameters.values,
  });
  return Number(count ?? 0);
}

/**
 * The events and people of each step by itself, in any order. With `isSample` a tenth of them is read and counts are
 * multiplied; of a step without events in the sample all events are counted.
 */
export async function countStepEvents(
  reader: EventReader,
  { isSample, ...asked }: Asked & { isSample: boolean },
): Promise<StepEvents[]> {
  const counts = await countEvents(reader, asked, isSample);
  if (!isSample) return counts;
  const rare = asked.steps.filter((_, index) => counts[index]?.events === 0);
  const whole = rare.length > 0 ? await countEvents(reader, { ...asked, steps: rare }, false) : [];
  return asked.steps.map((step, index) => {
    const { events = 0, people = 0 } = counts[index] ?? {};
    return (
      whole[rare.indexOf(step)] ?? { events: events * sampleShare, people: people * sampleShare }
    );
  });
}

async function countEvents(
  reader: EventReader,
  { steps, countBy, ...recorded }: Asked,
  isSample: boolean,
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
  ${isSample ? `AND ${sampledBy(countBy)} % ${sampleShare} = 0` : ''}`,
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

/** The latest events of each step in 90 days; where events come very often, in fewer. */
export async function readLatestEvents(
  reader: EventReader,
  { scope, countBy, steps, now }: Pick<Asked, 'scope' | 'countBy' | 'steps'> & { now: Date },
): Promise<Sample[]> {
  const windows = await boundedWindows(
    reader,
    { scope, window: lastDays(now, lookedBack) },
    { mostEvents: mostRead, names: eventNamesIn(steps) },
  );
  const parameters = new Parameters();
  const person = countBy === 'click' ? 'click_id' : 'toString(visitor_key)';
  const latest = steps.flatMap(({ matcher }, index) =>
    matcher.any.map((one) => {
      const window = windows.get(one.event) ?? lastDays(now, lookedBack);
      // The order of the table: reading ends after the first events that meet the conditions.
      return `SELECT * FROM (
  SELECT ${index} AS step, event_uid AS uid, toString(event_name) AS event, event_time AS at,
    JSONExtractString(params, 'url') AS page, ${person} AS person
  FROM ${recordedEvents(reader, { scope, window }, parameters)} AND ${matcherSql({ any: [one] }, parameters)}
  ORDER BY project_id DESC, event_name DESC, left_out DESC, event_time DESC LIMIT ${sampled})`;
    }),
  );
  const rows = await reader.select({
    sql: `SELECT toString(step), event, toString(toUnixTimestamp64Milli(at)), page, person
FROM (SELECT DISTINCT * FROM (${latest.join('\nUNION ALL ')}))
ORDER BY step, at DESC, uid LIMIT ${sampled} BY step`,
    parameters: parameters.values,
  });
  return steps.map((_, index) =>
    rows
      .filter(([step]) => Number(step) === index)
      .map(([, event, at, page, whose]) => ({
        event: event ?? '',
        at: new Date(Number(at)).toISOString(),
        page: page || null,
        person: whose ?? '',
      })),
  );
}
