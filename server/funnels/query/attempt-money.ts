import { type FunnelQuestion, type Plan, planOf } from './funnel-question.ts';
import type { Column } from './layers.ts';

/** The columns of the steps that a conversion can take. */
export function paidPlaces({ primary }: FunnelQuestion, { required, optional }: Plan): string[] {
  const takesConversion = ({ matcher }: (typeof required)[number]) =>
    matcher.any.some(({ event }) => event === primary);
  return [
    ...required.flatMap((step, position) => (takesConversion(step) ? [`place${position}`] : [])),
    ...optional.flatMap((step) => (takesConversion(step) ? [`extra${step.index}`] : [])),
  ];
}

/** Whether a conversion can take a step. The revenue of people is unknown where none can. */
export const isPaid = (question: FunnelQuestion): boolean =>
  paidPlaces(question, planOf(question.definition)).length > 0;

const amountBits = 64;
const amountOf = (payment: string) => `toUInt64(${payment})`;

/**
 * The list `best_amount`: what the conversions earned that took steps of each person's best attempt. `payments` holds a
 * person, the number of a conversion and its amount in one number each. For each step that can be paid, attempts and
 * payments are sorted together. Each attempt sorts just before its payment; a reverse fill copies the amount.
 */
export function amountLists(places: readonly string[]): Column[] {
  const columns = places.flatMap((place): Column[] => {
    const keys = `${place}_keys`;
    const all = `${place}_among`;
    const has = `${place}_has`;
    const taken = `${place}_taken`;
    return [
      [has, `arrayMap((level, place) -> level > 0 AND place != 0, best_level, best_${place})`],
      [
        keys,
        `arrayMap((person, place) -> bitShiftLeft(toUInt256(person), 128) + bitShiftLeft(toUInt256(place), ${amountBits}),
            arrayFilter((person, has) -> has, best_person, ${has}),
            arrayFilter((place, has) -> has, best_${place}, ${has}))`,
      ],
      [all, `arraySort(arrayConcat(payments, ${keys}))`],
      [
        `${place}_next`,
        `arrayReverseFill((one, isPayment) -> isPayment, arrayPushBack(${all}, toUInt256(0)),
            arrayMap(one -> ${amountOf('one')} != 0, arrayPushBack(${all}, toUInt256(1))))`,
      ],
      [
        `${place}_earned`,
        `arrayMap((one, next) -> if(bitShiftRight(one, ${amountBits}) = bitShiftRight(next, ${amountBits}), toInt64(${amountOf('next')}), toInt64(0)),
            arraySort(${keys}), arrayFilter((next, one) -> ${amountOf('one')} = 0, arrayPopBack(${place}_next), ${all}))`,
      ],
      [taken, `arrayFilter((number, has) -> has, arrayEnumerate(${has}), ${has})`],
      [
        `${place}_amount`,
        `arrayResize(arrayFlatten(arrayMap((number, before, amount) -> arrayPushBack(arrayWithConstant(toUInt32(number - before - 1), toInt64(0)), amount),
            ${taken}, arrayPopBack(arrayPushFront(${taken}, toUInt32(0))), ${place}_earned)), length(${has}), toInt64(0))`,
      ],
    ];
  });
  const amounts = places.map((place) => `${place}_amount`);
  const words = amounts.map((_, index) => `amount${index}`);
  return [
    ...columns,
    [
      'best_amount',
      places.length > 0
        ? `arrayMap((${words.join(', ')}) -> ${words.join(' + ')}, ${amounts.join(', ')})`
        : 'arrayMap(person -> toInt64(0), best_person)',
    ],
  ];
}
