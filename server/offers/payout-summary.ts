import { defaultGoal } from '#contract/offers/fields.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import { type OfferTerms, termsFor } from '../offer-terms/offer-terms.ts';

type Asked = {
  goals: readonly { key: string }[];
  /** The codes of the reader's affiliates; null for everyone. */
  affids: readonly string[] | null;
  now: Date;
};

/**
 * What an offer pays: the highest of the terms that now apply to the first of its goals that has some, for any
 * affiliate of the reader, country and device.
 */
export function payoutSummary(
  all: readonly OfferTerms[],
  { goals, affids, now }: Asked,
): OfferDetail['payout'] {
  const at = now.getTime();
  const current = all.filter(
    ({ startsAt, endsAt, affid }) =>
      startsAt <= at &&
      (endsAt === null || endsAt > at) &&
      (affid === null || affids === null || affids.includes(affid)),
  );
  const keys = [...goals.map(({ key }) => key), defaultGoal];
  const goal = keys.find((key) => current.some((terms) => terms.goal === key));
  if (goal === undefined) return null;
  const applied = new Set<OfferTerms>();
  for (const { affid, country, device } of current.filter((terms) => terms.goal === goal)) {
    for (const code of affid === null ? (affids?.length ? affids : ['']) : [affid]) {
      const key = { goal, affid: code, country: country ?? '', device: device ?? '', at };
      const found = termsFor(current, key);
      if (found) applied.add(found);
    }
  }
  const [first] = [...applied].sort((one, other) => rank(other) - rank(one) || one.id - other.id);
  if (!first) return null;
  return {
    terms: first.id,
    payout_type: first.payoutType,
    payout_amount: first.payoutAmount === null ? null : Number(first.payoutAmount),
    payout_pct: first.payoutPct === null ? null : Number(first.payoutPct),
    has_tiers: first.tiers.length > 0,
    varies: applied.size > 1 || current.some((terms) => terms.goal !== goal),
  };
}

/** Amounts before shares, which depend on the value. */
function rank({ payoutType, payoutAmount, payoutPct }: OfferTerms): number {
  if (payoutType === 'none') return 0;
  return Number(payoutAmount ?? 0) * 1_000 + Number(payoutPct ?? 0);
}
