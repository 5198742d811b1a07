import { readModel } from '../../analytics/compiler/model.ts';
import { asOfSql } from '../../analytics/rewriting/as-of.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { maskShift, timeShift } from './event-number.ts';
import { type FunnelQuestion, minute, sampleShare } from './funnel-question.ts';
import { maskSql } from './matcher-mask.ts';
import { eventNamesIn } from './matcher-sql.ts';

/** The names of events that may have been reported twice, apart from the project's conversions. */
export type TwiceReported = readonly string[];

type EventSource = {
  question: FunnelQuestion;
  twice: TwiceReported;
  parameters: Parameters;
  /** Reads only events that may begin an attempt. */
  only?: 'beginnings';
  /** Puts the checksum of its id into the number of every event; otherwise only conversions have one. */
  isExact?: boolean;
  /** Adds `its_person`, the id of the visitor or click. */
  isNamed?: boolean;
  /** Adds `paid`: what a conversion earned, in ten-thousandths; 0 for other events. */
  isPaid?: boolean;
  /** Further columns, as SQL over the columns of events. */
  columns?: readonly string[];
  /** Further conditions. */
  conditions?: readonly string[];
};

/**
 * The events of a funnel without duplicates: `actor`, and `place`, a number that orders the events of an actor by time,
 * then by the steps they meet, then by a checksum of their ids.
 *
 * Events that report one conversion are one event, the one that represents it; it belongs to the visitor or click that
 * another of them names if it names none itself. Other events of one actor with one name and one event id or order id
 * are one event, the earliest. Events of other affiliates are never read; a conversion belongs to the affiliate that is
 * credited with it, whatever its events say.
 */
export function countedEvents({
  question,
  twice,
  parameters,
  only,
  isExact = false,
  isNamed = false,
  isPaid = false,
  columns = [],
  conditions: further = [],
}: EventSource): string {
  const { primary, window, isSample = false } = question;
  const names = namesFor(question, only);
  const others = names.filter((name) => name !== primary);
  const mask = maskSql(question, parameters);
  const from = parameters.add('Int64', window.from.getTime());
  const moment = `bitShiftLeft(toUInt64(toUnixTimestamp64Milli(event_time) - ${from}), ${timeShift})
      + bitShiftLeft(mask, ${maskShift})`;
  const placed = `${moment} + bitAnd(CRC32(event_uid), ${2 ** maskShift - 1})`;
  const counted = [
    only === 'beginnings' ? 'bitTest(mask, 0)' : 'mask != 0',
    ...(isSample ? [`actor % ${sampleShare} = 0`] : []),
    ...further,
  ];
  const select = (
    source: string,
    { actor, person, place = isExact ? placed : moment, paid = 'toInt64(0)' }: Whose,
    conditions: readonly string[],
  ) => `
    SELECT ${[
      `${actor} AS actor`,
      `${mask} AS mask`,
      `${place} AS place`,
      ...(isNamed ? [`${person} AS its_person`] : []),
      ...(isPaid ? [`${paid} AS paid`] : []),
      ...columns,
    ].join(', ')}
    FROM ${source}
    WHERE ${[...conditions, ...counted].join(' AND ')}`;
  const own = ownActor(question);
  const selects: string[] = [];
  const single = others.filter((name) => !twice.includes(name));
  if (single.length > 0) {
    selects.push(select('events', own, eventsNamed(single, question, parameters)));
  }
  const repeated = others.filter((name) => twice.includes(name));
  if (repeated.length > 0) {
    const read = eventsNamed(repeated, question, parameters);
    const kept = `event_uid NOT IN (${laterReports(own.actor, read)})`;
    selects.push(select('events', own, [...read, kept]));
  }
  if (names.includes(primary)) {
    const exact: SelectEvents = (source, whose, read) =>
      select(source, { ...whose, place: placed, paid: 'toInt64(conversion_value * 10000)' }, read);
    selects.push(conversionEvents(question, parameters, exact));
  }
  return selects.join('\n    UNION ALL');
}

const namesFor = (
  { definition: { steps, exclusions } }: FunnelQuestion,
  only: EventSource['only'],
): string[] => eventNamesIn(only === 'beginnings' ? steps.slice(0, 1) : [...steps, ...exclusions]);

/** Whom an event belongs to: a number, and the id that people know. */
type Whose = { actor: string; person: string; place?: string; paid?: string };

const visitor = "multiIf(visitor_id != '', visitor_id, click_id != '', click_id, event_uid)";

const ownActor = ({ definition }: FunnelQuestion): Whose =>
  definition.count_by === 'click'
    ? { actor: 'sipHash64(click_id)', person: 'click_id' }
    : { actor: 'visitor_key', person: visitor };

/** The conditions of the events that are read, without those of conversions. */
function eventsNamed(
  names: readonly string[],
  question: FunnelQuestion,
  parameters: Parameters,
): string[] {
  const { affids, definition } = question;
  return [
    ...eventsIn(names, question, parameters),
    ...(affids === null ? [] : [`affid IN ${parameters.add('Array(String)', affids)}`]),
    ...(definition.count_by === 'click' ? ["click_id != ''"] : []),
  ];
}

function eventsIn(
  names: readonly string[],
  { project, window, definition, knownAt }: FunnelQuestion,
  parameters: Parameters,
): string[] {
  const end = new Date(window.to.getTime() + definition.window_minutes * minute);
  return [
    `project_id = ${parameters.add('UInt64', project)}`,
    `event_name IN ${parameters.add('Array(String)', names)}`,
    'left_out = 0',
    `event_time >= ${parameters.millisecond(window.from)}`,
    `event_time <= ${parameters.millisecond(end)}`,
    ...(knownAt ? [`ingested_at <= ${parameters.millisecond(knownAt)}`] : []),
  ];
}

const key = "if(event_id != '', event_id, order_id)";

/** The ids of events that repeat an earlier one. */
const laterReports = (actor: string, conditions: readonly string[]): string => `
      SELECT arrayJoin(arraySlice(arraySort(groupArray((event_time, event_uid))), 2)).2
      FROM events
      WHERE ${[...conditions, `${key} != ''`].join(' AND ')}
      GROUP BY ${actor}, event_name, ${key}
      HAVING count() > 1`;

type SelectEvents = (source: string, whose: Whose, conditions: readonly string[]) => string;

/** Reports of one conversion may be far apart, but two days is the most for those that tell no order. */
const belongs = 2 * 1_440 * minute;

function conversionEvents(
  question: FunnelQuestion,
  parameters: Parameters,
  select: SelectEvents,
): string {
  const { primary, affids, definition } = question;
  const isByClick = definition.count_by === 'click';
  const reports = reportsOfConversions(question, parameters);
  const joined = `events LEFT ANY JOIN (${reports}) AS reports ON reports.conversion_uid = events.event_uid`;
  const read = [
    ...eventsIn([primary], question, parameters),
    "(conversion_head = '' OR conversion_head = event_uid)",
    ...(affids === null
      ? []
      : [
          `if(conversion_head = '', toString(affid), conversion_affid) IN ${parameters.add('Array(String)', affids)}`,
        ]),
    ...(isByClick ? ["(click_id != '' OR conversion_click != '')"] : []),
  ];
  const click = "if(click_id != '', click_id, conversion_click)";
  const isOther = "visitor_id = '' AND conversion_visitor != ''";
  const whose: Whose = isByClick
    ? { actor: `sipHash64(${click})`, person: click }
    : {
        actor: `if(${isOther}, sipHash64(project_id, conversion_visitor), visitor_key)`,
        person: `if(${isOther}, conversion_visitor, ${visitor})`,
      };
  return select(joined, whose, read);
}

/**
 * For each event that reported a conversion: the event that represents the conversion (the first of the server, else of
 * the browser), and what another event of it adds.
 */
function reportsOfConversions(
  { project, window, definition, knownAt }: FunnelQuestion,
  parameters: Parameters,
): string {
  const from = new Date(window.from.getTime() - belongs);
  const to = new Date(window.to.getTime() + definition.window_minutes * minute + belongs);
  const first = (column: string) => `argMax(${column}, 2 * (${column} != '') + (side = 'server'))`;
  const { cube, measures } = readModel();
  const serverRevenue = measures.get('server_revenue');
  if (!serverRevenue) throw new Error('The model has no server revenue.');
  const sql = `
      SELECT arrayJoin(conversion_uids) AS conversion_uid, conversion_head, conversion_visitor, conversion_click, conversion_affid, conversion_value
      FROM (
        SELECT groupArrayArray(event_uids) AS conversion_uids,
          argMax(event_uid, side = 'server') AS conversion_head,
          ${first('visitor_id')} AS conversion_visitor,
          ${first('click_id')} AS conversion_click,
          toString(argMax(affid, side = 'server')) AS conversion_affid,
          ${serverRevenue.expression} AS conversion_value
        FROM (
          SELECT * REPLACE (if(excluded_reason = '', toString(record), 'excluded') AS record)
          FROM (
            SELECT * FROM conversions FINAL
            WHERE project_id = ${parameters.add('UInt64', project)} AND record = 'conversion'
              AND event_time < ${parameters.millisecond(to)}
              AND (event_time >= ${parameters.millisecond(from)} OR raw_count > 1))) AS ${cube}
        GROUP BY conversion_id)`;
  return knownAt ? asOfSql(sql, knownAt, parameters) : sql;
}
