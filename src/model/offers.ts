import type { OfferLine } from '#contract/offers/offer.ts';
import type { Preset } from '#contract/period.ts';
import type { OwnDaysPlace, OwnRange } from './own-days.ts';
import type { Query } from './query.ts';

export const defaultOfferRange: Preset = 'last_7_days';

/** Whose figures of offers are asked for, and of which days. */
export type OfferQuestion = {
  project: number;
  /** The ids of the chosen affiliates; empty for all of the project. */
  affiliates: readonly number[];
  timezone: string;
  currency: string;
  range: OwnRange;
};

export const offerQuestionOf = (
  { project, affiliates, timezone, currency }: Query,
  range: OwnRange,
): OfferQuestion => ({
  project,
  affiliates: affiliates.map(({ id }) => id),
  timezone,
  currency,
  range,
});

/** What the address of an offer's screen says. */
export type OfferPlace = OwnDaysPlace & {
  /** Null on the list and for a new offer. */
  id: number | null;
};
export type OfferRecalledEvent = { type: 'address.recalled'; place: OfferPlace };

/** The addresses of the screens; a tab of the detail is its hash. */
export const offerPaths = {
  list: '/offers',
  add: '/offers/add',
  detail: (id: number): string => `/offers/${id}`,
  edit: (id: number): string => `/offers/${id}/edit`,
} as const;

/** What identifies an offer in requests and notices. */
export type OfferRef = Pick<OfferLine, 'id' | 'name' | 'status'>;

/** What an affiliate writes when it requests an offer. */
export type AccessDraft = { affiliate: number; note: string };

/** Copies the link of an affiliate. */
export type CopyLink = { kind: 'copyLink'; offer: OfferLine; affiliate: number };
