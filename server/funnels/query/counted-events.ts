import type { Parameters } from '../../analytics/compiler/parameters.ts';
import { type FunnelQuestion, minute } from './funnel-question.ts';
import { eventNamesOf, maskSql } from './matcher-mask.ts';

/** The bits of an event's number: its time above the steps it meets, these above a checksum of its id. */
export const timeShift = 28;
export const maskShift = 14;

/** The names of events that may have been reported twice, apart from the project's conversions. */
export type TwiceReported = readonly string[];

type EventSource = {
  question: FunnelQuestion;
  twice: TwiceReported;
  parameters: Parameters;
  /** Further columns, as SQL over the columns of events and, for conversions, `its_value`. */
  columns?: readonly string[];
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
export function countedEvents({ question, twice, parameters, columns = [] }: EventSource): string {
  const { primary, window, isSample = false } = question;
  const names = eventNamesOf(question);
  const others = names.filter((name) => name !== primary);
  const mask = maskSql(question, parameters);
  const from = parameters.add('Int64', window.from.getTime());
  const place = `bitShiftLeft(toUInt64(toUnixTimestamp64Milli(event_time) - ${from}), ${timeShift})
      + bitShiftLeft(mask, ${maskShift}) + bitAnd(CRC32(event_uid), ${2 ** maskShift - 1})`;
  const select = (source: string, actor: string, conditions: readonly string[]) => `
    SELECT ${[`${actor} AS actor`, `${mask} AS mask`, `${place} AS place`, ...columns].join(', ')}
    FROM ${source}
    WHERE ${[...conditions, 'mask != 0', ...(isSample ? ['actor % 10 = 0'] : [])].join(' AND ')}`;
  const selects: string[] = [];
  const single = others.filter((name) => !twice.includes(name));
  if (single.length > 0) {
    selects.push(select('events', ownActor(question), eventsNamed(single, question, parameters)));
  }
  const repeated = others.filter((name) => twice.includes(name));
  if (repeated.length > 0) {
    const read = eventsNamed(repeated, question, parameters);
    const kept = `event_uid NOT IN (${laterReports(ownActor(question), read, '')})`;
    selects.push(select('events', ownActor(question), [...read, kept]));
  }
  if (names.includes(primary)) selects.push(conversionEvents(question, parameters, select));
  return selects.join('\n    UNION ALL');
}

const ownActor = ({ definition }: FunnelQuestion): string =>
  definition.count_by === 'click' ? 'sipHash64(click_id)' : 'visitor_key';

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
  { project, window, definition }: FunnelQuestion,
  parameters: Parameters,
): string[] {
  const end = new Date(window.to.getTime() + definition.window_minutes * minute);
  return [
    `project_id = ${parameters.add('UInt64', project)}`,
    `event_name IN ${parameters.add('Array(String)', names)}`,
    'left_out = 0',
    `event_time >= ${parameters.millisecond(window.from)}`,
    `event_time <= ${parameters.millisecond(end)}`,
  ];
}

const key = "if(event_id != '', event_id, order_id)";

/** The ids of events that repeat an earlier one. */
const laterReports = (actor: string, conditions: readonly string[], source: string): string => `
      SELECT arrayJoin(arraySlice(arraySort(groupArray((event_time, event_uid))), 2)).2
      FROM ${source || 'events'}
      WHERE ${[...conditions, `${key} != ''`].join(' AND ')}
      GROUP BY ${actor}, event_name, ${key}
      HAVING count() > 1`;

type SelectEvents = (source: string, actor: string, conditions: readonly string[]) => string;

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
  const joined = `events LEFT ANY JOIN (${reports}) AS reports ON reports.its_uid = events.event_uid`;
  const read = [
    ...eventsIn([primary], question, parameters),
    "(its_head = '' OR its_head = event_uid)",
    ...(affids === null
      ? []
      : [
          `if(its_head = '', toString(affid), its_affid) IN ${parameters.add('Array(String)', affids)}`,
        ]),
    ...(isByClick ? ["(click_id != '' OR its_click != '')"] : []),
  ];
  const actor = isByClick
    ? "sipHash64(if(click_id != '', click_id, its_click))"
    : "if(visitor_id = '' AND its_visitor != '', sipHash64(project_id, its_visitor), visitor_key)";
  const alone = [...read, "its_head = ''"];
  const kept = `(its_head != '' OR event_uid NOT IN (${laterReports(actor, alone, joined)}))`;
  return select(joined, actor, [...read, kept]);
}

/**
 * For each event that reported a conversion: the event that represents the conversion (the first of the server, else of
 * the browser), and what another event of it adds.
 */
function reportsOfConversions(
  { project, window, definition }: FunnelQuestion,
  parameters: Parameters,
): string {
  const from = new Date(window.from.getTime() - belongs);
  const to = new Date(window.to.getTime() + definition.window_minutes * minute + belongs);
  const first = (column: string) => `argMax(${column}, (${column} != '', side = 'server'))`;
  return `
      SELECT arrayJoin(its_uids) AS its_uid, its_head, its_visitor, its_click, its_affid, its_value
      FROM (
        SELECT groupArrayArray(event_uids) AS its_uids,
          argMax(event_uid, side = 'server') AS its_head,
          ${first('visitor_id')} AS its_visitor,
          ${first('click_id')} AS its_click,
          toString(argMax(affid, side = 'server')) AS its_affid,
          sumIf(value, side = 'server' AND excluded_reason = '') AS its_value
        FROM conversions FINAL
        WHERE project_id = ${parameters.add('UInt64', project)} AND record = 'conversion'
          AND event_time < ${parameters.millisecond(to)}
          AND (event_time >= ${parameters.millisecond(from)} OR raw_count > 1)
        GROUP BY conversion_id)`;
}
