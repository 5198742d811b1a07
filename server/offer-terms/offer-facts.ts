import type { Goal } from '#contract/offers/offer.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { Hold } from './holds.ts';
import type { OfferTerms } from './offer-terms.ts';
import { termsOfOffer } from './read-offer-terms.ts';

/** What an offer decides about its conversions. */
export type OfferFacts = {
  /** The public id that clicks carry. */
  offerId: string;
  /** In which months of tiers begin. */
  timezone: string;
  clickWindowDays: number;
  /** Whether further conversions of one click are paid. */
  allowsMultiple: boolean;
  /** Earliest first. */
  holds: readonly Hold[];
  goals: readonly Goal[];
  terms: readonly OfferTerms[];
};

/**
 * An SQL expression for the offers of the project `p` that decide anything: those with terms, goals, a hold or a rule
 * about clicks. A click older than 30 days earns no conversion at all.
 */
export const offersOfProject = `
(
  select coalesce(json_agg(json_build_object(
    'offerId', offer.offer_id, 'timezone', coalesce(offer.timezone, p.timezone),
    'clickWindowDays', offer.click_window_days, 'allowsMultiple', offer.allow_multiple_conversions,
    'goals', offer.goals, 'terms', ${termsOfOffer('offer')},
    'holds', case
      when offer.holds != '[]' then offer.holds
      when offer.hold_days > 0 then jsonb_build_array(jsonb_build_object(
        'from', floor(extract(epoch from offer.created_at) * 1000)::bigint, 'days', offer.hold_days))
      else '[]' end
  ) order by offer.id), '[]')
  from offers offer
  where offer.project_id = p.id and (
    offer.hold_days > 0 or offer.holds != '[]' or offer.click_window_days < 30 or offer.goals != '[]'
    or not offer.allow_multiple_conversions
    or exists(select from offer_terms where offer_id = offer.id and withdrawn_at is null)
  )
)`;

export const storedOffer = (offer: OfferFacts): OfferFacts => ({
  ...offer,
  timezone: storedZone(offer.timezone),
});
