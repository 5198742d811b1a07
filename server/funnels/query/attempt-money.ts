import type { FunnelQuestion, Plan } from './funnel-question.ts';
import type { Column } from './layers.ts';

/** The columns of the steps that a conversion can take. */
export function paidPlaces({ primary }: FunnelQuestion, { required, optional }: Plan): string[] {
  const isPaid = ({ matcher }: (typeof required)[number]) =>
    matcher.any.some(({ event }) => event === primary);
  return [
    ...required.flatMap((step, position) => (isPaid(step) ? [`place${position}`] : [])),
    ...optional.flatMap((step) => (isPaid(step) ? [`extra${step.index}`] : [])),
  ];
}

const amountBits = 64;
const amountOf = (payment: string) => `toUInt64(${payment})`;

/**
 * Adds to lists of attempts what the conversions earned that took their steps. `payments` holds, in order, a person, the
 * number of a conversion and its amount in one number each. For each step that can be paid, the attempts that took it
 * are put among the payments, where each stands before its own, and are given it.
 *
 * `lists` are the names of all lists, `person` and `level` among them, as `<before>_<name>`. The new lists are called
 * `<prefix>_<name>`, and one of them is `amount`.
 */
export function moneyLists(
  places: readonly string[],
  lists: readonly string[],
  before: string,
): { columns: Column[]; prefix: string } {
  let prefix = before;
  const columns: Column[] = [
    [`${before}_amount`, `arrayMap(person -> toInt64(0), ${before}_person)`],
  ];
  const names = [...lists, 'amount'];
  for (const place of places) {
    const from = prefix;
    prefix = `${place}_paid`;
    const has = `${prefix}_has`;
    const keys = `${prefix}_keys`;
    const those = (name: string) => `arrayFilter((value, has) -> has, ${from}_${name}, ${has})`;
    const taken = (name: string) => `arraySort((value, key) -> key, ${those(name)}, ${keys})`;
    columns.push(
      [
        has,
        `arrayMap((level, place) -> level > 0 AND place != 0, ${from}_level, ${from}_${place})`,
      ],
      [
        keys,
        `arrayMap((person, place) -> bitShiftLeft(toUInt256(person), 128) + bitShiftLeft(toUInt256(place), ${amountBits}),
            ${those('person')}, ${those(place)})`,
      ],
      [`${prefix}_all`, `arraySort(arrayConcat(payments, ${keys}))`],
      [
        `${prefix}_next`,
        `arrayReverseFill((one, isPayment) -> isPayment, arrayPushBack(${prefix}_all, toUInt256(0)),
            arrayMap(one -> ${amountOf('one')} != 0, arrayPushBack(${prefix}_all, toUInt256(1))))`,
      ],
      [
        `${prefix}_earned`,
        `arrayMap((one, next) -> if(bitShiftRight(one, ${amountBits}) = bitShiftRight(next, ${amountBits}), toInt64(${amountOf('next')}), toInt64(0)),
            arraySort(${keys}), arrayFilter((next, one) -> ${amountOf('one')} = 0, arrayPopBack(${prefix}_next), ${prefix}_all))`,
      ],
      ...names.map((name): Column => {
        const own = taken(name);
        const more =
          name === 'amount' ? `arrayMap((one, more) -> one + more, ${own}, ${prefix}_earned)` : own;
        return [
          `${prefix}_${name}`,
          `arrayConcat(arrayFilter((value, has) -> NOT has, ${from}_${name}, ${has}), ${more})`,
        ];
      }),
    );
  }
  return { columns, prefix };
}
