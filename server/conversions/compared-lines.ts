import { Decimal } from 'decimal.js';
import { conversionStatuses } from '#contract/conversions/query.ts';
import type { Outcome, ReconciledRow } from '#contract/conversions/reconciliation.ts';
import { groupByKeys } from '../platform/group-by.ts';
import { reasonOf } from './conversion-sides.ts';
import type { ComparedConversion, KeyedConversion } from './conversions-by-key.ts';
import { happenedAt } from './current-state.ts';
import type { NetworkLine } from './network-file.ts';

/** The values of conversions with their corrections, by conversion id. */
export type Worth = ReadonlyMap<string, Decimal>;

/** Compares each line of a file with the conversions that have its id. */
export function comparedLines(
  found: readonly KeyedConversion[],
  lines: readonly NetworkLine[],
  { worth, smallest }: { worth: Worth; smallest: string },
): ReconciledRow[] {
  const byKey = groupByKeys(found, ({ key }) => [key]);
  const firstLines = new Map<string, number>();
  return lines.map((one) => {
    const { line, key, status, value, because } = one;
    const [ours, ...others] = byKey.get(key) ?? [];
    const earlier = firstLines.get(key);
    if (key !== '' && earlier === undefined) firstLines.set(key, line);
    const base = {
      ...unmatched,
      line,
      key,
      their_status: status,
      their_value: value === null ? null : Number(value),
    };
    if (because !== null) return { ...base, outcome: 'unreadable', because };
    if (earlier !== undefined) {
      return { ...base, outcome: 'conflict', because: `Line ${earlier} already reports it.` };
    }
    if (!ours) return { ...base, outcome: 'unmatched' };
    if (others.length > 0) {
      const many = `${others.length + 1} conversions here have this id.`;
      return { ...base, outcome: 'conflict', because: many };
    }
    return { ...base, ...oursOf(ours, worth), ...outcomeOf(one, ours, { worth, smallest }) };
  });
}

const unmatched = {
  because: null,
  conversion_id: null,
  event_time: null,
  affid: null,
  our_status: null,
  excluded_reason: null,
  our_value: null,
};

/** A conversion as one side of a row. */
export const oursOf = (ours: ComparedConversion, worth: Worth) => ({
  conversion_id: ours.conversion_id,
  event_time: happenedAt(ours).toISOString(),
  affid: ours.affid || null,
  our_status: statusOf(ours),
  excluded_reason: reasonOf(ours),
  our_value: knownValue(ours, worth)?.toNumber() ?? null,
});

const statusOf = ({ status }: ComparedConversion) =>
  conversionStatuses.find((known) => known === status) ?? null;

/**
 * The value of a conversion; null where it is not known. A value that was not reported and an amount without an
 * exchange rate are both stored as 0. Only the 0 of a purchase that the server reported is a value.
 */
function knownValue(ours: ComparedConversion, worth: Worth): Decimal | null {
  const value = worth.get(ours.conversion_id) ?? new Decimal(ours.value);
  if (!value.isZero()) return value;
  const isNamed = ours.side === 'server' && ours.event_name === 'purchase';
  return isNamed && new Decimal(ours.value_sent).isZero() ? value : null;
}

type Verdict = { outcome: Outcome; because: string | null };

/** What only one side reported is not compared. */
function outcomeOf(
  { status, value }: NetworkLine,
  ours: ComparedConversion,
  { worth, smallest }: { worth: Worth; smallest: string },
): Verdict {
  const isOtherStatus = status !== null && status !== statusOf(ours);
  const reason = reasonOf(ours);
  if (reason !== null) {
    if (isOtherStatus) return { outcome: 'differs', because: null };
    const isAgreed = status !== null && !isPaid(status);
    return isAgreed
      ? { outcome: 'same', because: null }
      : { outcome: 'not_counted', because: reasons[reason] };
  }
  if (isOtherStatus) return { outcome: 'differs', because: null };
  const our = knownValue(ours, worth);
  if (value !== null && our === null) {
    return { outcome: 'uncompared', because: 'No value was reported here.' };
  }
  if (value !== null && our !== null && new Decimal(value).sub(our).abs().gte(smallest)) {
    return { outcome: 'differs', because: null };
  }
  return { outcome: status === null && value === null ? 'uncompared' : 'same', because: null };
}

const reasons = {
  rejected: 'It is rejected here, so it does not count.',
  reversed: 'It is reversed here, so it does not count.',
  no_rate: 'It has no exchange rate here, so it does not count.',
} as const;

const isPaid = (status: NetworkLine['status']): boolean =>
  status !== 'rejected' && status !== 'reversed';

/** What the file pays for a line: nothing for one that it rejects, null where it names no value. */
export const theirsCounted = ({ their_status, their_value }: ReconciledRow): number | null =>
  isPaid(their_status) ? their_value : 0;

/** What a line is worth here: nothing where it does not count, null where no side reported a value. */
export const oursCounted = (row: ReconciledRow): number | null =>
  row.excluded_reason === null ? row.our_value : 0;
