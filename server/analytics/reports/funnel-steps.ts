import type { Window } from '#contract/period.ts';
import type { Parameters } from '../compiler/parameters.ts';
import { stepEventsOf } from '../runner/raw-event-query.ts';
import type { Report } from './report.ts';

const minute = 60_000;

/** Bits that say which step a number is, below its time. */
const bits = 4;

/** In so many lists people lie: one fits into what a processor keeps at hand while it is sorted. */
const parts = 256;

type Way = {
  window: Window;
  steps: readonly string[];
  goal: string;
  /** How long somebody may take from the first step to the last. */
  minutes: number;
};

/** Whether people may take longer for all steps than the period of the first is long. */
export const isShort = ({ from, to }: Window, { minutes }: Pick<Way, 'minutes'>): boolean =>
  to.getTime() - from.getTime() < minutes * minute;

/**
 * The events of those who are followed: the first step lies in the window, later ones may follow after its end.
 *
 * In short windows only people are followed who took the first step there. In long ones that would leave out too few.
 */
export function followedOf(
  { model, inquiry }: Pick<Report, 'model' | 'inquiry'>,
  { window, steps, goal, minutes }: Way,
  parameters: Parameters,
): string {
  const longer = { from: window.from, to: new Date(window.to.getTime() + minutes * minute) };
  const [first = ''] = steps;
  const events = stepEventsOf(model, inquiry, [longer], { steps, goal }, parameters);
  const inTime = `(event_name != ${parameters.add('String', first)} OR event_time < ${parameters.second(window.to)})`;
  const taking = { steps: [first], goal };
  return isShort(window, { minutes })
    ? `${events} AND ${inTime}
        AND visitor_key IN (
          SELECT visitor_key FROM ${stepEventsOf(model, inquiry, [window], taking, parameters)})`
    : `${events} AND ${inTime}`;
}

/**
 * How many steps people took in their order, many people in one row: `people`, `levels`, and for each step `first0`, ….
 * A place in these lists is one person. What is first is when a person took that step for the first time, as `momentOf`
 * reads it, and nothing to go by for somebody who never did.
 *
 * Every event is one number, of who, when and which step, so that sorting a list puts people and their events in order;
 * then people are numbered, and it fits into a word. At each event stands when the latest way began that came to a step
 * by then: what comes to the next step goes on with it, unless it is too late. No later beginning can reach less. Until
 * somebody's own way begins that may be another person's, so at the last event is looked whose it is. Equal times count
 * in the order of the steps. Decision 0023 says why the engine's own `windowFunnel` does not do this.
 */
export function wayOf(
  report: Pick<Report, 'model' | 'inquiry'>,
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
        FROM ${followedOf(report, way, parameters)}
        GROUP BY bitAnd(visitor_key, ${parts - 1})))`;
}

/** Bits of a number below those that say whose it is. */
function widthOf({ window, minutes }: Way): number {
  const longest = window.to.getTime() - Math.max(window.from.getTime(), 0) + minutes * minute;
  return Math.ceil(Math.log2(longest + 1)) + bits;
}

/** When a first time is, in milliseconds since the epoch. */
export function momentOf(first: string, way: Way, parameters: Parameters): string {
  const below = parameters.add('UInt64', 2 ** widthOf(way) - 1);
  return `toInt64(bitShiftRight(bitAnd(${first}, ${below}), ${bits})) + toUnixTimestamp(${parameters.second(way.window.from)}) * 1000`;
}

/** How long somebody took from a first time to another, in milliseconds; less than nothing where it was before it. */
export function between(now: string, before: string): string {
  const [later, earlier] = [now, before].map((one) => `toInt64(bitShiftRight(${one}, ${bits}))`);
  return `${later} - ${earlier}`;
}

/** At each event of a list when the latest way began that came to this step by then; 0 where none did yet. */
function begunAt(step: number, longest: string): string {
  const here =
    step === 0
      ? 'arrayMap((place, number) -> (place = 0) * number, places, numbers)'
      : `arrayMap((place, number, began) -> (place = ${step}) * (number - began <= ${longest}) * began,
          places, numbers, begun${step - 1})`;
  return `arrayFill(began -> began != 0, ${here})`;
}
