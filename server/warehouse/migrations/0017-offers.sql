-- What was decided about the click of a link with an offer: the terms that it follows, where it went ('' without a
-- decision, 'offer', 'fallback_offer', 'fallback_url', 'website', 'refused', 'unpaid'), why it did not go to the offer
-- of its link, that offer, the cap that was full, and what it pays itself.
ALTER TABLE events ADD COLUMN IF NOT EXISTS terms_id UInt32;
ALTER TABLE events ADD COLUMN IF NOT EXISTS offer_route LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS offer_reason LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS linked_offer LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS cap_id UInt32;
ALTER TABLE events ADD COLUMN IF NOT EXISTS click_payout Decimal(18, 4);
-- The goal that a report of a conversion names.
ALTER TABLE events ADD COLUMN IF NOT EXISTS goal LowCardinality(String);
-- The goal of a conversion, the terms that paid it, its number among those of the month where tiers count it, and why it
-- is not paid: 'over_cap' with the cap, 'click_window', 'repeat'.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS goal LowCardinality(String);
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS terms_id UInt32;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS terms_count UInt32;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS unpaid_reason LowCardinality(String);
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS cap_id UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS goal LowCardinality(String);
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS terms_id UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS terms_count UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS unpaid_reason LowCardinality(String);
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS cap_id UInt32;
