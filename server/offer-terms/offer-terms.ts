import type { PayoutType, RevenueType, Tier } from '#contract/offers/terms.ts';

/** One row of `offer_terms` that was not withdrawn: amounts as decimal text, instants in ms. */
export type OfferTerms = {
  id: number;
  goal: string;
  /** The code of the only affiliate that they are for; null for everyone. */
  affid: string | null;
  country: string | null;
  device: string | null;
  revenueType: RevenueType;
  revenueAmount: string | null;
  revenuePct: string | null;
  payoutType: PayoutType;
  payoutAmount: string | null;
  payoutPct: string | null;
  tiers: readonly Tier[];
  startsAt: number;
  endsAt: number | null;
};

/** What the terms of a click depend on. */
export type TermsKey = {
  goal: string;
  affid: string;
  country: string;
  device: string;
  /** The instant of the click in ms. */
  at: number;
};

/**
 * The terms of a goal that apply: those that name most of affiliate, country and device; among equals those of the
 * affiliate, then of the country, then of the device, then the later start, then the higher id.
 */
export function termsFor(all: readonly OfferTerms[], key: TermsKey): OfferTerms | null {
  let best: OfferTerms | null = null;
  for (const terms of all) {
    if (applies(terms, key) && (best === null || compare(terms, best) > 0)) best = terms;
  }
  return best;
}

const applies = (terms: OfferTerms, { goal, affid, country, device, at }: TermsKey): boolean =>
  terms.startsAt <= at &&
  (terms.endsAt === null || at < terms.endsAt) &&
  terms.goal === goal &&
  (terms.affid === null || terms.affid === affid) &&
  (terms.country === null || terms.country === country) &&
  (terms.device === null || terms.device === device);

const matched = ({ affid, country, device }: OfferTerms): boolean[] => [
  affid !== null,
  country !== null,
  device !== null,
];

function compare(one: OfferTerms, other: OfferTerms): number {
  const [mine, theirs] = [matched(one), matched(other)];
  const count = (keys: boolean[]) => keys.filter(Boolean).length;
  const more = count(mine) - count(theirs);
  if (more !== 0) return more;
  for (const [index, isNamed] of mine.entries()) {
    if (isNamed !== theirs[index]) return isNamed ? 1 : -1;
  }
  return one.startsAt - other.startsAt || one.id - other.id;
}
