import type { BookCap, BookOffer } from '#server/offer-clicks/book-offer.ts';
import type { OfferTerms } from '#server/offer-terms/offer-terms.ts';

/** An offer that takes every click. */
export const bookOffer = (id: number, own: Partial<BookOffer> = {}): BookOffer => ({
  id,
  offerId: `${100 + id}`,
  status: 'active',
  url: `https://offer-${id}.test/?c={click_id}`,
  visibility: 'public',
  countryMode: 'include',
  countries: [],
  devices: [],
  os: [],
  startsAt: null,
  endsAt: null,
  fallbackUrl: null,
  leadsTo: null,
  overCapPolicy: 'redirect',
  terms: [],
  caps: [],
  ...own,
});

/** A cap of ten conversions a day. */
export const bookCap = (id: number, own: Partial<BookCap> = {}): BookCap => ({
  id,
  metric: 'conversions',
  interval: 'day',
  affid: null,
  limit: 10,
  policy: null,
  used: 0,
  inFlight: 0,
  added: 0,
  perClick: 0,
  zone: 'UTC',
  periodStart: 0,
  periodEnd: null,
  ...own,
});

/** Terms of everyone that pay 12 per conversion. */
export const bookTerms = (id: number, own: Partial<OfferTerms> = {}): OfferTerms => ({
  id,
  goal: 'conversion',
  affid: null,
  country: null,
  device: null,
  revenueType: 'rpa',
  revenueAmount: '20.0000',
  revenuePct: null,
  payoutType: 'cpa',
  payoutAmount: '12.0000',
  payoutPct: null,
  tiers: [],
  startsAt: 0,
  endsAt: null,
  ...own,
});
