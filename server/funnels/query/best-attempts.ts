import { timeOf } from './event-number.ts';
import { type FunnelQuestion, minute, type OptionalStep, type Plan } from './funnel-question.ts';
import type { Column } from './layers.ts';

/** Where a rating holds the steps an attempt took, above its place in the list. */
const stepsShift = 32;
/** The bit above the number of steps: the attempt is not void. */
const validBit = 4;

/**
 * From the lists of all attempts those of each person's best one: `best_person`, `best_level`, and for each step the
 * number of the event that took it. An attempt's rating is higher if it is not void, then if it took more steps, then
 * if it began later. With `split` a person has a best attempt before and one after.
 */
export function bestAttempts(
  question: FunnelQuestion,
  plan: Plan,
  fields: readonly string[],
  split: string | null,
): Column[] {
  const { required, optional, exclusions } = plan;
  const all = fields.map((field) => `all_${field}`).join(', ');
  const among = (sql: string, more = '') =>
    `arrayMap((${[...fields, ...(more ? [more] : [])].join(', ')}) -> ${sql}, ${all}${more ? `, all_${more}` : ''})`;
  const taking = timing(question, plan);
  const validity =
    exclusions.length === 0
      ? `toUInt8(${2 ** validBit})`
      : `if(${taking.voids.join(' OR ')}, toUInt8(0), toUInt8(${2 ** validBit}))`;
  const chosen = (list: string) => `arrayFilter((value, best) -> best, ${list}, bests)`;
  const inBest = (sql: string) =>
    `arrayMap((level, ${fields.join(', ')}) -> ${sql}, best_level, ${fields.map((field) => `its_${field}`).join(', ')})`;
  const shifted = (list: string) => `arrayPopBack(arrayPushFront(${list}, toUInt64(0)))`;
  const crosses = split === null ? '' : ` OR (begun >= ${split} AND begun_before < ${split})`;
  const steps = `bitAnd(bitShiftRight(rating, ${stepsShift}), ${2 ** validBit - 1})`;
  return [
    ['all_came', among(taking.steps)],
    ['all_validity', among(validity, 'came')],
    [
      'ratings',
      `arrayMap((came, validity, number) -> bitShiftLeft(toUInt64(came + validity), ${stepsShift}) + number,
          all_came, all_validity, arrayEnumerate(all_came))`,
    ],
    [
      'by_person',
      `arraySplit((rating, starts) -> starts, ratings,
          arrayMap((one, before, begun, begun_before, number) -> number = 1 OR one != before${crosses},
            all_person, ${shifted('all_person')}, all_place0, ${shifted('all_place0')}, arrayEnumerate(all_person)))`,
    ],
    ['highest', 'arrayMap(some -> arrayMax(some), by_person)'],
    [
      'bests',
      'arrayFlatten(arrayMap((some, high) -> arrayMap(one -> one = high, some), by_person, highest))',
    ],
    ['best_person', chosen('all_person')],
    [
      'best_level',
      `arrayMap(rating -> if(bitTest(rating, ${stepsShift + validBit}), toUInt8(${steps}), toUInt8(0)), highest)`,
    ],
    ...fields.map((field): Column => [`its_${field}`, chosen(`all_${field}`)]),
    ['best_place0', 'its_place0'],
    ...required.slice(1).map((_, offset): Column => {
      const place = `place${offset + 1}`;
      return [
        `best_${place}`,
        `arrayMap((level, place) -> if(level > ${offset + 1}, place, toUInt64(0)), best_level, its_${place})`,
      ];
    }),
    ...optional.map((step): Column => [`best_extra${step.index}`, inBest(taking.reached(step))]),
  ];
}

/** How far an attempt came, whether it is void, and its optional steps, as SQL over the fields of an attempt. */
function timing(question: FunnelQuestion, { required, exclusions }: Plan) {
  const longest = question.definition.window_minutes * minute;
  const time = (position: number) => timeOf(`place${position}`);
  const takes = required.slice(1).map(({ window_minutes: own }, offset) => {
    const position = offset + 1;
    const limits = [
      `place${position} != 0`,
      `${time(position)} - ${time(0)} <= ${longest}`,
      ...(own === null ? [] : [`${time(position)} - ${time(position - 1)} <= ${own * minute}`]),
    ];
    return limits.join(' AND ');
  });
  const steps = takes.reduceRight(
    (further, taken, offset) => `if(${taken}, ${further}, toUInt8(${offset + 1}))`,
    `toUInt8(${required.length})`,
  );
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
    return `(came > ${from} AND ${place} != 0 AND multiIf(${open.join(', ')}, ${place} < place${to}))`;
  });
  const reached = ({ after, index, window_minutes: own }: OptionalStep) => {
    const place = `extra${index}`;
    const limits = [
      `level > ${after}`,
      `${place} != 0`,
      ...(own === null ? [] : [`${timeOf(place)} - ${time(after)} <= ${own * minute}`]),
      `if(level > ${after + 1}, ${place} < place${after + 1}, ${timeOf(place)} <= ${until(after)})`,
    ];
    return `if(${limits.join(' AND ')}, ${place}, toUInt64(0))`;
  };
  return { steps, voids, reached };
}
