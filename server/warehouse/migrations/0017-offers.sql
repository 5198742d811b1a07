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
-- Whether a report names no status, so that it was taken for approved.
ALTER TABLE events ADD COLUMN IF NOT EXISTS status_assumed UInt8;
-- The goal of a conversion, the terms that it follows, from which conversion of the month on its amount is paid where
-- they have tiers, why it is not paid ('over_cap' with the cap, 'click_window', 'repeat'), and for how many days it waits.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS goal LowCardinality(String);
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS terms_id UInt32;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS terms_count UInt32;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS unpaid_reason LowCardinality(String);
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS cap_id UInt32;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS hold_days UInt16;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS goal LowCardinality(String);
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS terms_id UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS terms_count UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS unpaid_reason LowCardinality(String);
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS cap_id UInt32;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS hold_days UInt16;
