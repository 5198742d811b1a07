import { maskShift } from './event-number.ts';
import type { Plan } from './funnel-question.ts';
import type { Column } from './layers.ts';
import { exclusionBit } from './matcher-mask.ts';

/** Lists as columns, each named after what it holds, and the names of an attempt's fields. */
export type AttemptLists = { columns: Column[]; fields: string[] };

/**
 * From `sorted`, the numbers of people's events in order, the lists of all attempts that can be a person's best:
 * `all_person`, and for each field `all_<field>`, the number of an event or 0: `place<position>` of the required steps,
 * `extra<index>` of the optional ones, `excluded<index>` of the exclusions.
 *
 * An attempt takes, at each step, the first later event of the next step; which one that is does not depend on where
 * the attempt began. So the lists are filled from their ends: from the last step to the first, each event gets the
 * event of the next step that follows it, together with all that follows that one. Windows then only cut an attempt
 * off.
 *
 * `split` is the least number of the second period's events, if there are two.
 */
export function attemptLists(
  { required, optional, exclusions }: Plan,
  split: string | null,
): AttemptLists {
  const columns: Column[] = [
    ['places', 'arrayMap(number -> toUInt64(number), sorted)'],
    ['persons', 'arrayMap(number -> toUInt64(bitShiftRight(number, 64)), sorted)'],
    [
      'lasts',
      'arrayPushBack(arrayMap((one, next) -> one != next, arrayPopBack(persons), arrayPopFront(persons)), 1)',
    ],
    ['later', 'arrayPushBack(arrayPopFront(places), toUInt64(0))'],
  ];
  /** For each event the given list's entry at the person's next event that has the bit; 0 where there is none. */
  const atNext = (list: string, bit: number, name: string) => {
    const shifted =
      list === 'places' ? 'later' : `arrayPushBack(arrayPopFront(${list}), toUInt64(0))`;
    columns.push([
      name,
      `arrayReverseFill((value, ends) -> ends,
          arrayMap((last, value) -> if(last, toUInt64(0), value), lasts, ${shifted}), ends${bit})`,
    ]);
    return name;
  };
  const bits = [
    ...required.map(({ index }) => index),
    ...optional.map(({ index }) => index),
    ...exclusions.map(({ index }) => exclusionBit(index)),
  ];
  for (const bit of bits) {
    columns.push([
      `ends${bit}`,
      `arrayMap((last, place) -> last OR bitTest(place, ${maskShift + bit}), lasts, later)`,
    ]);
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
  const kept = beginnings(exclusions.length > 0, following.get('place1'), split);
  if (kept.needsNext) atNext('places', 0, 'begun_next');
  columns.push(['begins', kept.sql]);
  for (const [field, list] of [...following, ['person', 'persons'] as const]) {
    columns.push([`all_${field}`, `arrayFilter((value, begin) -> begin, ${list}, begins)`]);
  }
  return { columns, fields: [...following.keys()] };
}

/**
 * Which events begin an attempt that can be a person's best. Without exclusions an attempt that is followed by another
 * one before its second step is never better than that one, which takes the same steps from a later start.
 */
function beginnings(canBeVoid: boolean, second: string | undefined, split: string | null) {
  const first = `bitTest(place, ${maskShift})`;
  if (canBeVoid || second === undefined) {
    return { needsNext: false, sql: `arrayMap(place -> ${first}, places)` };
  }
  const isLast = split === null ? '' : ` OR (place < ${split} AND next >= ${split})`;
  return {
    needsNext: true,
    sql: `arrayMap((place, next, second) ->
            ${first} AND (next = 0${isLast} OR (second != 0 AND second <= next)),
          places, begun_next, ${second})`,
  };
}
