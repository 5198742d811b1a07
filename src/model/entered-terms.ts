import type { OfferDevice } from '#contract/offers/fields.ts';
import type { NewTerms, PayoutType, RevenueType } from '#contract/offers/terms.ts';

export type EnteredTier = { from_count: string; amount: string };

/** Terms as they are typed, without their start and end. */
export type EnteredTerms = {
  goal: string;
  /** The id of an affiliate; empty for everyone. */
  affiliate: string;
  country: string;
  device: OfferDevice | '';
  revenue_type: RevenueType;
  revenue_amount: string;
  revenue_pct: string;
  payout_type: PayoutType;
  payout_amount: string;
  payout_pct: string;
  tiers: EnteredTier[];
  allow_negative_margin: boolean;
};

export const needsAmount = (type: RevenueType | PayoutType): boolean =>
  ['rpa', 'rpa_rps', 'cpa', 'cpa_cps', 'cpc'].includes(type);
export const needsShare = (type: RevenueType | PayoutType): boolean =>
  ['rps', 'rpa_rps', 'cps', 'cpa_cps'].includes(type);
/** Tiers replace the amount of a conversion. */
export const takesTiers = (type: PayoutType): boolean => type === 'cpa' || type === 'cpa_cps';

const orNull = (text: string): string | null => text.trim() || null;

export const enteredOf = (terms: NewTerms): EnteredTerms => ({
  goal: terms.goal ?? 'conversion',
  affiliate: String(terms.affiliate ?? ''),
  country: terms.country ?? '',
  device: terms.device ?? '',
  revenue_type: terms.revenue_type ?? 'none',
  revenue_amount: terms.revenue_amount ?? '',
  revenue_pct: terms.revenue_pct ?? '',
  payout_type: terms.payout_type,
  payout_amount: terms.payout_amount ?? '',
  payout_pct: terms.payout_pct ?? '',
  tiers: (terms.tiers ?? []).map(({ from_count, amount }) => ({
    from_count: String(from_count),
    amount,
  })),
  allow_negative_margin: terms.allow_negative_margin ?? false,
});

/** Typed terms as the contract writes them; what their types do not use is left out. */
export const termsOf = ({
  affiliate,
  country,
  device,
  tiers,
  ...terms
}: EnteredTerms): NewTerms => ({
  ...terms,
  affiliate: affiliate === '' ? null : Number(affiliate),
  country: orNull(country),
  device: device === '' ? null : device,
  revenue_amount: needsAmount(terms.revenue_type) ? orNull(terms.revenue_amount) : null,
  revenue_pct: needsShare(terms.revenue_type) ? orNull(terms.revenue_pct) : null,
  payout_amount: needsAmount(terms.payout_type) ? orNull(terms.payout_amount) : null,
  payout_pct: needsShare(terms.payout_type) ? orNull(terms.payout_pct) : null,
  tiers: takesTiers(terms.payout_type)
    ? tiers.map(({ from_count, amount }) => ({ from_count: Number(from_count), amount }))
    : [],
});

/** The tier after the others: from twice as many conversions on. */
export const nextTier = (tiers: readonly EnteredTier[]): EnteredTier => ({
  from_count: String((Number(tiers.at(-1)?.from_count) || 50) * 2),
  amount: '',
});
