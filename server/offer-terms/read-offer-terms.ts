/** An SQL expression for when the terms `terms` end: at their own end, or where later ones with the same keys begin. */
export const endOfTerms = (terms: string): string => `
least(${terms}.ends_at, (
  select min(later.starts_at) from offer_terms later
  where later.offer_id = ${terms}.offer_id and later.withdrawn_at is null and later.starts_at > ${terms}.starts_at
    and later.goal = ${terms}.goal and later.affiliate_id is not distinct from ${terms}.affiliate_id
    and later.country is not distinct from ${terms}.country and later.device is not distinct from ${terms}.device
))`;

/** An SQL expression for the terms of the offer `offer` as JSON, in the form of `OfferTerms`, earliest start first. */
export const termsOfOffer = (offer: string): string => `
(
  select coalesce(json_agg(json_build_object(
    'id', terms.id, 'goal', terms.goal, 'affid', affiliate.aff_id, 'country', terms.country, 'device', terms.device,
    'revenueType', terms.revenue_type, 'revenueAmount', terms.revenue_amount::text,
    'revenuePct', terms.revenue_pct::text, 'payoutType', terms.payout_type,
    'payoutAmount', terms.payout_amount::text, 'payoutPct', terms.payout_pct::text, 'tiers', terms.tiers,
    'startsAt', floor(extract(epoch from terms.starts_at) * 1000)::bigint,
    'endsAt', floor(extract(epoch from ${endOfTerms('terms')}) * 1000)::bigint
  ) order by terms.starts_at, terms.id), '[]')
  from offer_terms terms left join affiliates affiliate on affiliate.id = terms.affiliate_id
  where terms.offer_id = ${offer}.id and terms.withdrawn_at is null
)`;
