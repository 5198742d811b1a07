import type { OfferFacts } from '#server/offer-terms/offer-facts.ts';
import type { OfferTerms } from '#server/offer-terms/offer-terms.ts';

let count = 0;

/** 20 % of the value for everyone, since ever. */
export const terms = (fields: Partial<OfferTerms> = {}): OfferTerms => ({
  id: ++count,
  goal: 'conversion',
  affid: null,
  country: null,
  device: null,
  revenueType: 'none',
  revenueAmount: null,
  revenuePct: null,
  payoutType: 'cps',
  payoutAmount: null,
  payoutPct: '20.00',
  tiers: [],
  startsAt: 0,
  endsAt: null,
  ...fields,
});

export const perConversion = (amount: string, fields: Partial<OfferTerms> = {}): OfferTerms =>
  terms({ payoutType: 'cpa', payoutAmount: amount, payoutPct: null, ...fields });

/** Offer 101 in the zone of New York. */
export const offer = (fields: Partial<OfferFacts> = {}): OfferFacts => ({
  offerId: '101',
  timezone: 'America/New_York',
  clickWindowDays: 30,
  allowsMultiple: true,
  holds: [],
  goals: [],
  terms: [],
  ...fields,
});
