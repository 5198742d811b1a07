import type { Parameters } from '../../analytics/compiler/parameters.ts';
import { countedEvents, maskShift, type TwiceReported, timeShift } from './counted-events.ts';
import {
  type FunnelQuestion,
  minute,
  type OptionalStep,
  type Plan,
  planOf,
} from './funnel-question.ts';
import { exclusionBit } from './matcher-mask.ts';

/** People are spread over this many lists, so that each list fits into the processor's cache while it is sorted. */
const parts = 256;

type AttemptSource = {
  question: FunnelQuestion;
  twice: TwiceReported;
  parameters: Parameters;
  /** Whether events of one moment and the same steps are told apart: reading their ids takes time. */
  isExact?: boolean;
};

/**
 * One row for each person with an attempt: the attempt that is not void and got furthest, the latest of those. `actor`;
 * `level`, the number of required steps it took, or 0 if all attempts of the person are void; for each required step
 * `place0`, … and for each optional step `extra<index>`, the number of the event that took it, or 0. `place0` is also
 * given for a void attempt.
 *
 * All events lie in a few lists, sorted by person and time. An attempt takes, at each step, the first later event of
 * the next step; which one that is does not depend on where the attempt began. So the lists are filled from their ends:
 * from the last step to the first, each event gets the event of the next step that follows it, together with all that
 * follows that one. Windows then only cut an attempt off.
 */
export function attemptsSql({ isExact = false, ...source }: AttemptSource): string {
  const { question } = source;
  const plan = planOf(question.definition);
  const { exclusions } = plan;
  const lists = listsOf(plan);
  const fields = lists.fields;
  const rows = `
    SELECT person AS actor, ${fields.join(', ')},
      ${ratingOf(question, plan).join(',\n      ')}
    FROM (
      SELECT ${lists.columns.join(',\n        ')}
      FROM (
        SELECT arraySort(groupArray(bitShiftLeft(toUInt128(actor), 64) + place)) AS sorted
        FROM (${countedEvents({ ...source, isExact })})
        GROUP BY bitAnd(actor, ${parts - 1})))
    ARRAY JOIN all_person AS person, ${fields.map((name) => `all_${name} AS ${name}`).join(', ')}`;
  const kept = takenColumns(plan);
  const isVoid = exclusions.length > 0 ? `bitAnd(best, ${validRating}) = 0` : '0';
  const atBest = kept.map((name) =>
    name === 'place0'
      ? 'toUInt64(bitAnd(max(rating), 18446744073709551615)) AS place0'
      : `argMax(${reachedName(name)}, rating) AS best_${name}`,
  );
  return `
  SELECT actor, if(${isVoid}, 0, bitAnd(best, ${validRating - 1})) AS level,
    ${kept
      .map((name) =>
        name === 'place0' ? name : `if(${isVoid}, toUInt64(0), best_${name}) AS ${name}`,
      )
      .join(', ')}
  FROM (
    SELECT actor, toUInt8(bitShiftRight(max(rating), 64)) AS best, ${atBest.join(', ')}
    FROM (${rows})
    GROUP BY actor)`;
}

/** The bit of a rating that says that the attempt is not void, above the number of its steps. */
const validRating = 16;

/** The columns with the events that took the steps. */
export const takenColumns = ({
  required,
  optional,
}: Pick<Plan, 'required' | 'optional'>): string[] => [
  ...required.map((_, position) => `place${position}`),
  ...optional.map(({ index }) => `extra${index}`),
];

const reachedName = (name: string): string => `reached_${name}`;

/** The time of an event's number, in milliseconds after the start of the window. */
export const timeOf = (place: string): string => `toInt64(bitShiftRight(${place}, ${timeShift}))`;

type Lists = { columns: string[]; fields: string[] };

/** The lists of each attempt's events, as columns, and the names of its fields. */
function listsOf({ required, optional, exclusions }: Plan): Lists {
  const columns = [
    'arrayMap(number -> toUInt64(bitAnd(number, 18446744073709551615)), sorted) AS places',
    'arrayMap(number -> toUInt64(bitShiftRight(number, 64)), sorted) AS persons',
    `arrayPushBack(arrayMap((one, next) -> one != next, arrayPopBack(persons), arrayPopFront(persons)), 1) AS lasts`,
    'arrayPushBack(arrayPopFront(places), toUInt64(0)) AS later',
  ];
  /** For each event the given list's entry at the person's next event that has the bit; 0 where there is none. */
  const atNext = (list: string, bit: number, name: string) => {
    const shifted =
      list === 'places' ? 'later' : `arrayPushBack(arrayPopFront(${list}), toUInt64(0))`;
    columns.push(
      `arrayReverseFill((value, ends) -> ends,
          arrayMap((last, value) -> if(last, toUInt64(0), value), lasts, ${shifted}), ends${bit}) AS ${name}`,
    );
    return name;
  };
  const bits = [
    ...required.map(({ index }) => index),
    ...optional.map(({ index }) => index),
    ...exclusions.map(({ index }) => exclusionBit(index)),
  ];
  for (const bit of bits) {
    columns.push(
      `arrayMap((last, place) -> last OR bitTest(place, ${maskShift + bit}), lasts, later) AS ends${bit}`,
    );
  }
  let following = new Map<string, string>();
  for (let position = required.length - 1; position >= 0; position -= 1) {
    const next = required[position + 1];
    const carried = new Map(
      next
        ? [...following].map(([field, list]) => [
            field,
            atNext(list, next.index, `at${position}_${field}`),
          ])
        : [],
    );
    for (const step of optional.filter(({ after }) => after === position)) {
      carried.set(
        `extra${step.index}`,
        atNext('places', step.index, `at${position}_extra${step.index}`),
      );
    }
    for (const { index, from } of exclusions.filter((one) => one.from === position)) {
      carried.set(
        `excluded${index}`,
        atNext('places', exclusionBit(index), `at${from}_excluded${index}`),
      );
    }
    following = carried.set(`place${position}`, 'places');
  }
  const kept = beginnings(exclusions.length > 0, following.get('place1'));
  if (kept.needsNext) atNext('places', 0, 'begun_next');
  columns.push(`${kept.sql} AS begins`);
  for (const [field, list] of [...following, ['person', 'persons'] as const]) {
    columns.push(`arrayFilter((value, begin) -> begin, ${list}, begins) AS all_${field}`);
  }
  return { columns, fields: [...following.keys()] };
}

/**
 * Which events begin an attempt that can be a person's best. Without exclusions an attempt that is followed by another
 * one before its second step is never better than that one, which takes the same steps from a later start.
 */
function beginnings(canBeVoid: boolean, second: string | undefined) {
  const first = `bitTest(place, ${maskShift})`;
  if (canBeVoid || second === undefined) {
    return { needsNext: false, sql: `arrayMap(place -> ${first}, places)` };
  }
  return {
    needsNext: true,
    sql: `arrayMap((place, next, second) -> ${first} AND (next = 0 OR (second != 0 AND second <= next)),
          places, begun_next, ${second})`,
  };
}

/** How far an attempt came, whether it is void, and its events at the steps it took. */
function ratingOf(question: FunnelQuestion, plan: Plan): string[] {
  const { required, optional, exclusions } = plan;
  const longest = question.definition.window_minutes * minute;
  const time = (position: number) => timeOf(`place${position}`);
  const steps = required.map(({ window_minutes: own }, position) => {
    if (position === 0) return 'toUInt8(1) AS took0';
    const limits = [
      `took${position - 1}`,
      `place${position} != 0`,
      `${time(position)} - ${time(0)} <= ${longest}`,
      ...(own === null ? [] : [`${time(position)} - ${time(position - 1)} <= ${own * minute}`]),
    ];
    return `(${limits.join(' AND ')}) AS took${position}`;
  });
  const came = required.map((_, position) => `took${position}`).join(' + ');
  /** The last moment at which the step after this one can be taken. */
  const until = (position: number) => {
    const own = required[position + 1]?.window_minutes ?? null;
    const end = `${time(0)} + ${longest}`;
    return own === null ? end : `least(${end}, ${time(position)} + ${own * minute})`;
  };
  const voids = exclusions.map(({ index, from, to }) => {
    const place = `excluded${index}`;
    const open = Array.from({ length: to - from }, (_, offset) => from + offset).flatMap(
      (position) => [`came = ${position + 1}`, `${timeOf(place)} <= ${until(position)}`],
    );
    return `(took${from} AND ${place} != 0 AND multiIf(${open.join(', ')}, ${place} < place${to}))`;
  });
  const reached = (step: OptionalStep) => {
    const { after, index, window_minutes: own } = step;
    const place = `extra${index}`;
    const limits = [
      `took${after}`,
      `${place} != 0`,
      ...(own === null ? [] : [`${timeOf(place)} - ${time(after)} <= ${own * minute}`]),
      `if(took${after + 1}, ${place} < place${after + 1}, ${timeOf(place)} <= ${until(after)})`,
    ];
    return `if(${limits.join(' AND ')}, ${place}, toUInt64(0)) AS ${reachedName(place)}`;
  };
  return [
    ...steps,
    `toUInt8(${came}) AS came`,
    `bitShiftLeft(toUInt128(came + if(${voids.length > 0 ? voids.join(' OR ') : '0'}, 0, ${validRating})), 64)
        + place0 AS rating`,
    ...required.slice(1).map((_, offset) => {
      const place = `place${offset + 1}`;
      return `if(took${offset + 1}, ${place}, toUInt64(0)) AS ${reachedName(place)}`;
    }),
    ...optional.map(reached),
  ];
}
