import { defaultGoal, type OverCapPolicy } from '#contract/offers/fields.ts';
import { type OfferTerms, termsFor } from '../offer-terms/offer-terms.ts';
import type { OfferPins, OfferReason } from '../warehouse/rows.ts';
import type { BookCap, BookOffer } from './book-offer.ts';

export type ClickFacts = {
  affid: string;
  /** `ZZ` when unknown. */
  country: string;
  /** '' when unknown, like the system. */
  device: string;
  os: string;
  at: number;
  /** A test goes to offers that are not yet open, or closed to this visitor or by a cap. */
  isTest: boolean;
};

/** The affiliate's access by the row id of an offer. */
export type AccessOf = (offer: number) => string | undefined;

/** Where a click goes, and what is stored with it. */
export type Decision = {
  pins: OfferPins;
  /** The offer that the click is stored with: the one that takes it, else the one of the link. */
  offer: BookOffer;
  /** Empty for the website of the project. */
  url: string;
};

/**
 * Decides about a click of a link with an offer. `chain` begins with the offer of the link and goes on with its
 * fallback, the fallback of that one, and so on.
 */
export function decideClick(
  chain: readonly [BookOffer, ...BookOffer[]],
  click: ClickFacts,
  accessOf: AccessOf,
): Decision {
  const [linked, ...fallbacks] = chain;
  const refusal = refusalOf(linked, click, accessOf);
  if (refusal === null) return takenBy(linked, click, { offer_route: 'offer' });
  const { reason: offer_reason, cap } = refusal;
  const why = { offer_reason, cap_id: cap?.id ?? 0 };
  if (cap) {
    const policy = policyOf(cap, linked);
    if (policy === 'accept_unpaid') {
      const taken = takenBy(linked, click, { ...why, offer_route: 'unpaid' });
      return { ...taken, pins: { ...taken.pins, click_payout: '0' } };
    }
    if (policy === 'block') return sent(linked, '', { ...why, offer_route: 'refused' });
  }
  const fallback = fallbacks.find((offer) => refusalOf(offer, click, accessOf) === null);
  if (fallback) {
    return takenBy(fallback, click, {
      ...why,
      offer_route: 'fallback_offer',
      linked_offer: linked.offerId,
    });
  }
  if (linked.fallbackUrl) {
    return sent(linked, linked.fallbackUrl, { ...why, offer_route: 'fallback_url' });
  }
  return sent(linked, '', { ...why, offer_route: 'website' });
}

/** What is stored with a click that a shipped split test led to another offer than the one of its link. */
export function ledByShip(decision: Decision, linked: BookOffer): Decision {
  const { offer, pins } = decision;
  const { offer_route: route, offer_reason: reason } = pins;
  return {
    ...decision,
    pins: {
      ...pins,
      offer_route: route === 'offer' ? 'fallback_offer' : route,
      offer_reason: reason === '' ? 'shipped' : reason,
      linked_offer: offer.id === linked.id ? '' : linked.offerId,
    },
  };
}

type Refused = { reason: Exclude<OfferReason, ''>; cap?: BookCap };

function refusalOf(offer: BookOffer, click: ClickFacts, accessOf: AccessOf): Refused | null {
  const reason = closedBy(offer, click, accessOf) ?? (click.isTest ? null : barredBy(offer, click));
  if (reason) return { reason };
  const cap = click.isTest ? null : fullCap(offer, click);
  return cap ? { reason: 'cap', cap } : null;
}

/** Whether the affiliate has access to an offer. */
export function mayRun({ id, visibility }: BookOffer, accessOf: AccessOf): boolean {
  const access = accessOf(id);
  return visibility === 'public' ? access !== 'blocked' : access === 'approved';
}

/** Why an offer is not open to the affiliate. */
function closedBy(
  offer: BookOffer,
  { at, isTest }: ClickFacts,
  accessOf: AccessOf,
): Refused['reason'] | null {
  const { status, startsAt, endsAt } = offer;
  if (status !== 'active' && !(isTest && status === 'pending')) return status;
  if (endsAt !== null && endsAt <= at) return 'expired';
  if (startsAt !== null && startsAt > at && !isTest) return 'not_started';
  return mayRun(offer, accessOf) ? null : 'access';
}

/** Why an offer does not take the visitor. What is not known of a visitor is not on a list. */
function barredBy(
  { countryMode, countries, devices, os }: BookOffer,
  click: ClickFacts,
): Refused['reason'] | null {
  const isNamed = countries.includes(click.country);
  const mayCome = countries.length === 0 || isNamed === (countryMode === 'include');
  if (!mayCome) return 'country';
  if (!isAmong(devices, click.device)) return 'device';
  return isAmong(os, click.os) ? null : 'os';
}

const isAmong = (allowed: readonly string[], value: string): boolean =>
  allowed.length === 0 || allowed.includes(value);

const strictness: Record<OverCapPolicy, number> = { block: 0, redirect: 1, accept_unpaid: 2 };

const policyOf = (cap: BookCap, offer: BookOffer): OverCapPolicy =>
  cap.policy ?? offer.overCapPolicy;

/** Of several full caps the one with the strictest policy decides, among equals the oldest. */
function fullCap(offer: BookOffer, click: ClickFacts): BookCap | null {
  let found: BookCap | null = null;
  for (const cap of offer.caps) {
    if (!isFull(cap, click)) continue;
    if (!found) found = cap;
    const isStricter =
      strictness[policyOf(cap, offer)] < strictness[policyOf(found, offer)] ||
      (policyOf(cap, offer) === policyOf(found, offer) && cap.id < found.id);
    if (isStricter) found = cap;
  }
  return found;
}

export const isOf = (cap: BookCap, affid: string): boolean =>
  cap.affid === null || cap.affid === affid;

/** Whether the period is over that the figures of a cap are of. */
export const isOver = ({ periodEnd }: BookCap, at: number): boolean =>
  periodEnd !== null && at >= periodEnd;

const isFull = (cap: BookCap, { affid, at }: ClickFacts): boolean =>
  isOf(cap, affid) && (isOver(cap, at) ? 0 : cap.used) + cap.inFlight + cap.added >= cap.limit;

function takenBy(offer: BookOffer, click: ClickFacts, pins: Partial<OfferPins>): Decision {
  const terms = termsFor(offer.terms, { ...click, goal: defaultGoal });
  const own = { terms_id: terms?.id ?? 0, click_payout: perClickOf(terms) };
  return sent(offer, offer.url, { ...own, ...pins });
}

const perClickOf = (terms: OfferTerms | null): string =>
  (terms?.payoutType === 'cpc' && terms.payoutAmount) || '0';

const sent = (offer: BookOffer, url: string, pins: Partial<OfferPins>): Decision => ({
  offer,
  url,
  pins: {
    terms_id: 0,
    offer_route: '',
    offer_reason: '',
    linked_offer: '',
    cap_id: 0,
    click_payout: '0',
    ...pins,
  },
});
