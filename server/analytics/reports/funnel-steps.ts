import type { Window } from '#contract/period.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { stepEventsOf } from '../runner/raw-event-query.ts';
import type { Report } from './report.ts';

const minute = 60_000;

/** Bits of a number that hold the step, below its time. */
const bits = 4;

/** People are spread over this many lists, so that each list fits into the processor's cache while it is sorted. */
const parts = 256;

type Way = {
  window: Window;
  steps: readonly string[];
  goal: string;
  /** The longest time from the first step to the last. */
  minutes: number;
};

/** Whether the time allowed for all steps is longer than the window of the first step. */
export const isShortWindow = ({ from, to }: Window, { minutes }: Pick<Way, 'minutes'>): boolean =>
  to.getTime() - from.getTime() < minutes * minute;

/**
 * The events of the people in the funnel: the first step lies in the window, later ones may follow after its end.
 *
 * For short windows only people with a first step in the window are read; for long ones that filter would exclude too
 * few.
 */
export function trackedEvents(
  { model, resolved }: Pick<Report, 'model' | 'resolved'>,
  { window, steps, goal, minutes }: Way,
  parameters: Parameters,
): string {
  const longer = { from: window.from, to: new Date(window.to.getTime() + minutes * minute) };
  const [first = ''] = steps;
  const events = stepEventsOf(model, resolved, [longer], { steps, goal }, parameters);
  const inTime = `(event_name != ${parameters.add('String', first)} OR event_time < ${parameters.second(window.to)})`;
  const taking = { steps: [first], goal };
  return isShortWindow(window, { minutes })
    ? `${events} AND ${inTime}
        AND visitor_key IN (
          SELECT visitor_key FROM ${stepEventsOf(model, resolved, [window], taking, parameters)})`
    : `${events} AND ${inTime}`;
}

/**
 * How many steps people took in order, many people per row: `people`, `levels`, and for each step `first0`, …. Each
 * position in these lists is one person. `first…` is the time a person first took that step, as `stepMoment` reads it,
 * and meaningless for a person who never did.
 *
 * Every event is one number made of person, time and step, so that sorting a list orders people and their events;
 * people are then renumbered so that a number fits into one word. For each event the query tracks the latest start of a
 * path that reached a step by then: an event of the next step continues that path unless it is too late. No later start
 * can reach fewer steps. Until a person's own path starts, the tracked path may belong to another person, so the last
 * event checks whose it is. Events of equal times count in the order of the steps. Decision 0023 says why the engine's
 * own `windowFunnel` is not used.
 */
export function funnelStepsSql(
  report: Pick<Report, 'model' | 'resolved'>,
  way: Way,
  parameters: Parameters,
): string {
  const { window, steps, minutes } = way;
  const all = parameters.add('Array(String)', steps);
  const from = parameters.second(window.from);
  const longest = parameters.add('UInt64', (minutes * minute + 1) * 2 ** bits - 1);
  const above = parameters.add('UInt64', widthOf(way));
  const own = (number: string, head: string) =>
    `(bitShiftRight(${number}, ${above}) = bitShiftRight(${head}, ${above}))`;
  const each = (of: (step: number) => string) => steps.map((_, step) => of(step));
  const inEvents = [
    `arrayMap(number -> toUInt8(bitAnd(number, ${2 ** bits - 1})), sorted) AS places`,
    'arrayMap(number -> toUInt64(bitShiftRight(number, 64)), sorted) AS persons',
    'arrayPushBack(arrayMap((one, next) -> one != next, arrayPopBack(persons), arrayPopFront(persons)), 1) AS lasts',
    'arrayPushFront(arrayPopBack(lasts), 1) AS firsts',
    `arrayMap((one, number) -> bitShiftLeft(toUInt64(one), ${above}) + toUInt64(number), arrayCumSum(firsts), sorted)
        AS numbers`,
    ...each((step) => `${begunAt(step, longest)} AS begun${step}`),
    'arrayFilter((number, first) -> first, numbers, firsts) AS heads',
  ];
  const reached = each((step) => `arrayFilter((began, last) -> last, begun${step}, lasts)`);
  const inPeople = [
    'arrayFilter((person, first) -> first, persons, firsts) AS people',
    `arrayMap((head, ${each((step) => `began${step}`).join(', ')}) ->
        ${each((step) => own(`began${step}`, 'head')).join(' + ')}, heads, ${reached.join(', ')}) AS levels`,
    ...each((step) => {
      const next = `arrayReverseFill(number -> bitAnd(number, ${2 ** bits - 1}) = ${step}, numbers)`;
      return `arrayFilter((number, first) -> first, ${next}, firsts) AS first${step}`;
    }),
  ];
  return `
    SELECT ${inPeople.join(',\n      ')}
    FROM (
      SELECT ${inEvents.join(',\n        ')}
      FROM (
        SELECT arraySort(groupArray(bitShiftLeft(toUInt128(visitor_key), 64)
          + (toUInt64(toUnixTimestamp64Milli(event_time)) - toUnixTimestamp(${from}) * 1000) * ${2 ** bits}
          + transform(event_name, ${all}, range(toUInt64(${steps.length})), 0))) AS sorted
        FROM ${trackedEvents(report, way, parameters)}
        GROUP BY bitAnd(visitor_key, ${parts - 1})))`;
}

/** The bits of a number below those of the person. */
function widthOf({ window, minutes }: Way): number {
  const longest = window.to.getTime() - Math.max(window.from.getTime(), 0) + minutes * minute;
  return Math.ceil(Math.log2(longest + 1)) + bits;
}

/** A first time in milliseconds since the epoch. */
export function stepMoment(first: string, way: Way, parameters: Parameters): string {
  const below = parameters.add('UInt64', 2 ** widthOf(way) - 1);
  return `toInt64(bitShiftRight(bitAnd(${first}, ${below}), ${bits})) + toUnixTimestamp(${parameters.second(way.window.from)}) * 1000`;
}

/** The time between two first times in milliseconds; negative where the later step came first. */
export function elapsed(now: string, before: string): string {
  const [later, earlier] = [now, before].map((one) => `toInt64(bitShiftRight(${one}, ${bits}))`);
  return `${later} - ${earlier}`;
}

/** For each event of a list, the latest start of a path that reached this step by then; 0 where there is none. */
function begunAt(step: number, longest: string): string {
  const here =
    step === 0
      ? 'arrayMap((place, number) -> (place = 0) * number, places, numbers)'
      : `arrayMap((place, number, began) -> (place = ${step}) * (number - began <= ${longest}) * began,
          places, numbers, begun${step - 1})`;
  return `arrayFill(began -> began != 0, ${here})`;
}
