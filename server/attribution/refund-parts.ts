import { groupByKeys } from '../platform/group-by.ts';
import { byText, type RawEvent } from './raw-events.ts';

/** The reports of one part of an order that was given back, by time. */
type RefundPart = readonly RawEvent[];

type Pairing = { one: RefundPart; other: RefundPart; distance: number };
type Names = { nameOf: (event: RawEvent) => string; sumOf: (event: RawEvent) => string };

/**
 * Joins parts that the shop and a network both reported, one to one, the nearest in time first: first parts of equal
 * amounts, then a network's parts with nothing but a payout with parts that have a value.
 */
export function joinReporters(
  parts: readonly RefundPart[],
  { nameOf, sumOf }: Names,
): RefundPart[] {
  const byName = groupByKeys(parts, (part) => [firstOf(part, nameOf)]);
  return [...byName.values()].flatMap((order) => {
    const [payouts, told] = [order.filter(isPayout), order.filter((part) => !isPayout(part))];
    const bySum = groupByKeys(told, (part) => [firstOf(part, sumOf)]);
    const values = [...bySum.values()].flatMap((equal) => join(equal, equal, isToldByTwo));
    return join(payouts, values, () => true);
  });
}

/** Joins parts with others; the parts of both lists that stay alone are kept. */
function join(
  some: readonly RefundPart[],
  others: readonly RefundPart[],
  mayJoin: (one: RefundPart, other: RefundPart) => boolean,
): RefundPart[] {
  const pairings = some.flatMap((one) =>
    others
      .filter((other) => one !== other && mayJoin(one, other))
      .map((other) => ({ one, other, distance: Math.abs(timeOf(one) - timeOf(other)) })),
  );
  const joined = new Map<RefundPart, RefundPart>();
  const taken = new Set<RefundPart>();
  for (const { one, other } of pairings.sort(byDistance)) {
    if (taken.has(one) || taken.has(other)) continue;
    taken.add(one).add(other);
    joined.set(one, other);
  }
  const second = new Set(joined.values());
  return [...new Set([...some, ...others])]
    .filter((part) => !second.has(part))
    .map((part) => [...part, ...(joined.get(part) ?? [])]);
}

const isToldByTwo = (one: RefundPart, other: RefundPart): boolean =>
  one.every((event) => other.every(({ scope }) => scope !== event.scope));

const byDistance = (a: Pairing, b: Pairing): number =>
  a.distance - b.distance || byText(idOf(a), idOf(b));

const idOf = ({ one, other }: Pairing): string =>
  JSON.stringify([one, other].map((part) => firstOf(part, ({ uid }) => uid)).sort());

const isPayout = (part: RefundPart): boolean => part.every(({ is_payout }) => is_payout === 1);
const timeOf = (part: RefundPart): number => Math.min(...part.map(({ time }) => time));
const firstOf = (part: RefundPart, textOf: (event: RawEvent) => string): string =>
  part[0] ? textOf(part[0]) : '';
