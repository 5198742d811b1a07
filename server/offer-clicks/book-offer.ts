import type { CapInterval, CapMetric } from '#contract/offers/caps.ts';
import type {
  OfferDevice,
  OfferStatus,
  OfferSystem,
  OverCapPolicy,
  Visibility,
} from '#contract/offers/fields.ts';
import type { OfferTerms } from '../offer-terms/offer-terms.ts';

/** A cap with what is known of its use. */
export type BookCap = {
  id: number;
  metric: CapMetric;
  interval: CapInterval;
  /** The code of the only affiliate that it is for; null for all together. */
  affid: string | null;
  limit: number;
  policy: OverCapPolicy | null;
  used: number;
  /** The conversions that are expected from clicks that were already sent. */
  inFlight: number;
  /** What this process sent since that was read, in clicks or expected conversions. */
  added: number;
  /** The conversions that are expected from one more click. */
  perClick: number;
  zone: string;
  /** The period that these figures are of, in ms; the end of a total is null. */
  periodStart: number;
  periodEnd: number | null;
};

/** An offer as the path of a click needs it; instants in ms. */
export type BookOffer = {
  id: number;
  /** The public id. */
  offerId: string;
  status: OfferStatus;
  url: string;
  visibility: Visibility;
  countryMode: 'include' | 'exclude';
  countries: readonly string[];
  devices: readonly OfferDevice[];
  os: readonly OfferSystem[];
  startsAt: number | null;
  endsAt: number | null;
  fallbackUrl: string | null;
  /** The public id of the offer that its links lead to since a split test was shipped. */
  leadsTo: string | null;
  overCapPolicy: OverCapPolicy;
  terms: readonly OfferTerms[];
  caps: readonly BookCap[];
};
