import type { Decimal } from 'decimal.js';
import { groupByKeys } from '../platform/group-by.ts';
import type { Resolved } from './conversion-row.ts';
import { correctionRow } from './correction-row.ts';
import { fixed, money } from './money.ts';
import type { ProjectFacts } from './raw-events.ts';
import type { StoredCorrection } from './stored-corrections.ts';

type Amount = Pick<StoredCorrection, 'id' | 'revenue' | 'stated' | 'reverses'>;

/**
 * What each correction adds to the value of its conversion, by the correction's id. An entered correction adds its
 * amount. One that took a value over from a file adds the difference between that value and the reported value with
 * all earlier corrections, and nothing while the conversion does not count (`value` is null). A correction and its
 * reversal keep the amounts that they were stored with and cancel each other.
 */
export function appliedRevenues(
  value: string | null,
  corrections: readonly Amount[],
): Map<number, Decimal> {
  const byId = new Map(corrections.map((one) => [one.id, one]));
  const reversed = new Set(corrections.map(({ reverses }) => reverses));
  const isReversal = ({ reverses }: Amount): boolean => {
    const taken = reverses === null ? undefined : byId.get(reverses);
    return reverses !== null && !(taken && isReversal(taken));
  };
  const applied = new Map<number, Decimal>();
  let worth = money(value ?? '0');
  for (const one of corrections.toSorted((a, b) => a.id - b.id)) {
    const isInForce = !reversed.has(one.id) && !isReversal(one);
    const takesOver = isInForce && one.stated !== null ? money(one.stated) : null;
    const added = takesOver
      ? takesOver.sub(value === null ? takesOver : worth)
      : money(one.revenue);
    if (isInForce) worth = worth.add(added);
    applied.set(one.id, added);
  }
  return applied;
}

/** The value of a conversion as far as it counts; null where it is excluded. */
export const countedValue = ({
  excluded_reason,
  value,
}: {
  excluded_reason: string;
  value: string;
}): string | null => (excluded_reason === '' ? value : null);

/**
 * The corrections of each of these conversions, by its id. A correction belongs to the conversion that has the event it
 * was made for, because the id of a conversion changes when another event leads it. Only where none of them has that
 * event does the id count.
 */
export function correctionsByConversion<One extends Pick<StoredCorrection, 'conversion' | 'uid'>>(
  conversions: readonly { conversion_id: string; event_uids: readonly string[] }[],
  corrections: readonly One[],
): Map<string, One[]> {
  const ids = new Set(conversions.map((one) => one.conversion_id));
  const owners = new Map(
    conversions.flatMap((one) => one.event_uids.map((uid) => [uid, one.conversion_id] as const)),
  );
  return groupByKeys(corrections, ({ conversion, uid }) => {
    const owner = owners.get(uid ?? '');
    if (owner !== undefined) return [owner];
    return ids.has(conversion) ? [conversion] : [];
  });
}

/** The rows of the corrections that took values over for these conversions. */
export function takenValueRows(
  facts: ProjectFacts,
  resolved: readonly Resolved[],
  corrections: readonly StoredCorrection[],
): Resolved[] {
  const leads = new Map(
    resolved
      .filter(({ side, paired }) => side === 'server' || paired === 0)
      .map((row) => [row.conversion_id, row]),
  );
  return [...correctionsByConversion(resolved, corrections)].flatMap(([id, its]) => {
    const lead = leads.get(id);
    if (!lead) return [];
    const applied = appliedRevenues(countedValue(lead), its);
    const known = Math.max(lead.known, ...its.map(({ created }) => created));
    return its
      .filter(({ stated }) => stated !== null)
      .map((one) => {
        const revenue = fixed(applied.get(one.id) ?? money(one.revenue));
        return { ...correctionRow(facts, { ...one, revenue }), known };
      });
  });
}
