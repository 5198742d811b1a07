import { Decimal } from 'decimal.js';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { defaultGoal } from '#contract/offers/fields.ts';
import { wallTime } from '#contract/period.ts';
import { type OfferTerms, termsFor } from '../offer-terms/offer-terms.ts';
import { amountAt, payoutBy, revenueBy } from '../offer-terms/terms-money.ts';
import type { ClickGroup, PaidConversion } from './offer-traffic.ts';
import { haveSameKeys } from './terms-checks.ts';

type Place = { affid: string; country: string; device: string };

/** The terms that would decide a click once the added ones apply, and those that decide it without them. */
function decided(
  all: readonly OfferTerms[],
  added: OfferTerms,
  { affid, country, device }: Place,
): { isAdded: boolean; before: OfferTerms | null } {
  const key = { goal: added.goal, affid, country, device, at: added.startsAt };
  return { isAdded: termsFor([...all, added], key) === added, before: termsFor(all, key) };
}

/** What terms pay, as numbers that can be compared one by one. */
function paidBy(terms: OfferTerms, counts: readonly number[]): number[] {
  const { payoutType, payoutAmount, payoutPct } = terms;
  const perConversion = payoutType === 'cpa' || payoutType === 'cpa_cps';
  const shares = payoutType === 'cps' || payoutType === 'cpa_cps';
  return [
    payoutType === 'cpc' ? Number(payoutAmount ?? 0) : 0,
    shares ? Number(payoutPct ?? 0) : 0,
    ...counts.map((count) => (perConversion ? Number(amountAt(terms, count)) : 0)),
  ];
}

/** Whether terms pay less than others in any way. */
function paysLess(after: OfferTerms, before: OfferTerms): boolean {
  const counts = [1, ...[...after.tiers, ...before.tiers].map(({ from_count }) => from_count)];
  const earlier = paidBy(before, counts);
  return paidBy(after, counts).some((amount, index) => amount < (earlier[index] ?? 0));
}

/** The affiliates that the added terms pay less for clicks like these. */
export function paidLess(
  all: readonly OfferTerms[],
  added: OfferTerms,
  clicks: readonly Place[],
): string[] {
  const less = clicks.filter((click) => {
    const { isAdded, before } = decided(all, added, click);
    return isAdded && before !== null && paysLess(added, before);
  });
  return codesOf(less);
}

/** The affiliates that get less when the added terms end, because those with the same keys do not come back. */
export function paidLessAtEnd(
  all: readonly OfferTerms[],
  added: OfferTerms,
  clicks: readonly Place[],
): string[] {
  const { goal, startsAt, endsAt } = added;
  if (endsAt === null) return [];
  const left = all.filter((one) => !haveSameKeys(one, added) || one.startsAt >= startsAt);
  const less = clicks.filter(({ affid, country, device }) => {
    const key = { goal, affid, country, device, at: endsAt };
    const [before, after] = [termsFor(all, key), termsFor(left, key)];
    return before !== null && (after === null || paysLess(after, before));
  });
  return codesOf(less);
}

const codesOf = (clicks: readonly Place[]): string[] =>
  [...new Set(clicks.map(({ affid }) => affid))].sort();

export type Effect = {
  conversions: number;
  payoutBefore: Decimal;
  payoutAfter: Decimal;
  revenueBefore: Decimal;
  revenueAfter: Decimal;
};

const noEffect = (): Effect => ({
  conversions: 0,
  payoutBefore: new Decimal(0),
  payoutAfter: new Decimal(0),
  revenueBefore: new Decimal(0),
  revenueAfter: new Decimal(0),
});

type Traffic = {
  conversions: readonly PaidConversion[];
  clicks: readonly ClickGroup[];
  currency: string;
  timezone: string;
};

/** What the added terms would have changed about earlier traffic, by the code of the affiliate. */
export function effectOf(
  all: readonly OfferTerms[],
  added: OfferTerms,
  { conversions, clicks, currency, timezone }: Traffic,
): Map<string, Effect> {
  const effects = new Map<string, Effect>();
  const counts = new Map<string, number>();
  const of = (affid: string): Effect => {
    const effect = effects.get(affid) ?? noEffect();
    effects.set(affid, effect);
    return effect;
  };
  for (const conversion of conversions) {
    if ((conversion.goal || defaultGoal) !== added.goal) continue;
    const month = `${conversion.affid} ${wallTime(conversion.at, timezone).slice(0, 7)}`;
    const count = (counts.get(month) ?? 0) + 1;
    counts.set(month, count);
    if (!decided(all, added, conversion).isAdded) continue;
    const effect = of(conversion.affid);
    const revenue = revenueAfter(all, added, conversion);
    effect.conversions += 1;
    effect.payoutBefore = effect.payoutBefore.add(conversion.payout);
    effect.revenueBefore = effect.revenueBefore.add(conversion.value);
    effect.revenueAfter = effect.revenueAfter.add(revenue);
    const payout = payoutBy(added, { value: revenue, currency, count });
    effect.payoutAfter = effect.payoutAfter.add(payout.toDecimalPlaces(moneyPlaces(currency)));
  }
  for (const click of clicks) {
    const { isAdded } = decided(all, added, click);
    const isPaid = added.payoutType === 'cpc';
    if (!isAdded || (!isPaid && new Decimal(click.payout).isZero())) continue;
    const effect = of(click.affid);
    effect.payoutBefore = effect.payoutBefore.add(click.payout);
    const perClick = isPaid ? (added.payoutAmount ?? '0') : '0';
    effect.payoutAfter = effect.payoutAfter.add(new Decimal(perClick).mul(click.clicks));
  }
  return effects;
}

/** A reported value stays; one that came from the earlier terms comes from the added ones. */
function revenueAfter(
  all: readonly OfferTerms[],
  added: OfferTerms,
  { value, termsId }: PaidConversion,
): Decimal {
  const reported = new Decimal(value);
  const followed = all.find(({ id }) => id === termsId);
  const given = followed ? revenueBy(followed) : null;
  const isFromTerms = reported.isZero() || (given?.eq(reported) ?? false);
  return (isFromTerms ? revenueBy(added) : null) ?? reported;
}
