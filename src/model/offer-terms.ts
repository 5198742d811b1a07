import type { NewTerms, Terms } from '#contract/offers/terms.ts';
import { addDays, dayAt, startOfDay } from '#contract/period.ts';

/** When new terms begin: as soon as they are saved, at the next midnight of the offer's zone, or at a chosen time. */
export type StartChoice = 'now' | 'midnight' | 'chosen';

export const freshTerms: NewTerms = {
  goal: 'conversion',
  affiliate: null,
  country: null,
  device: null,
  revenue_type: 'none',
  revenue_amount: null,
  revenue_pct: null,
  payout_type: 'cpa',
  payout_amount: null,
  payout_pct: null,
  tiers: [],
  starts_at: null,
  ends_at: null,
  allow_negative_margin: false,
  reason: '',
};

const text = (amount: number | null): string | null => (amount === null ? null : String(amount));

/** New terms with the keys and the amounts of earlier ones, which they end when they begin. */
export const termsFrom = (terms: Terms): NewTerms => ({
  ...freshTerms,
  goal: terms.goal,
  affiliate: terms.affiliate,
  country: terms.country,
  device: terms.device,
  revenue_type: terms.revenue_type ?? 'none',
  revenue_amount: text(terms.revenue_amount),
  revenue_pct: text(terms.revenue_pct),
  payout_type: terms.payout_type,
  payout_amount: text(terms.payout_amount),
  payout_pct: text(terms.payout_pct),
  tiers: terms.tiers.map(({ from_count, amount }) => ({ from_count, amount: String(amount) })),
});

type Keys = Pick<NewTerms, 'goal' | 'affiliate' | 'country' | 'device'>;

/** The current terms with the same keys, which new ones replace. */
export const replacedBy = (terms: readonly Terms[], keys: Keys): Terms | undefined =>
  terms.find(
    (one) =>
      one.state === 'current' &&
      one.goal === (keys.goal ?? 'conversion') &&
      one.affiliate === (keys.affiliate ?? null) &&
      one.country === (keys.country ?? null) &&
      one.device === (keys.device ?? null),
  );

type Paid = Pick<NewTerms, 'payout_type' | 'payout_amount' | 'payout_pct'>;

/** Whether an affiliate would get less; an amount that is not complete yet is no decrease. */
export function isDecrease(before: Terms | undefined, after: Paid): boolean {
  if (before === undefined || before.payout_type === 'none') return false;
  if (after.payout_type === 'none') return true;
  const less = (old: number | null, typed: string | null | undefined) => {
    if (old === null || typed === null || typed === undefined || typed.trim() === '') return false;
    const amount = Number(typed);
    return Number.isFinite(amount) && amount < old;
  };
  return (
    less(before.payout_amount, after.payout_amount) || less(before.payout_pct, after.payout_pct)
  );
}

/** The next midnight in the zone of the offer. */
export const nextMidnight = (now: Date, zone: string): Date =>
  startOfDay(addDays(dayAt(now, zone), 1), zone);
