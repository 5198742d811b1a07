/** An SQL expression for the terms of the offer `offer` as JSON, in the form of `OfferTerms`, earliest start first. */
export const termsOfOffer = (offer: string): string => `
(
  select coalesce(json_agg(json_build_object(
    'id', terms.id, 'goal', terms.goal, 'affid', affiliate.aff_id, 'country', terms.country, 'device', terms.device,
    'revenueType', terms.revenue_type, 'revenueAmount', terms.revenue_amount::text,
    'revenuePct', terms.revenue_pct::text, 'payoutType', terms.payout_type,
    'payoutAmount', terms.payout_amount::text, 'payoutPct', terms.payout_pct::text, 'tiers', terms.tiers,
    'startsAt', floor(extract(epoch from terms.starts_at) * 1000)::bigint,
    'endsAt', floor(extract(epoch from terms.ends_at) * 1000)::bigint
  ) order by terms.starts_at, terms.id), '[]')
  from offer_terms terms left join affiliates affiliate on affiliate.id = terms.affiliate_id
  where terms.offer_id = ${offer}.id and terms.withdrawn_at is null
)`;
