-- What a conversion's event says itself. Another model may give the conversion to another click, or to none.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS own_affid LowCardinality(String) DEFAULT affid AFTER device;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS own_offer_id LowCardinality(String) DEFAULT offer_id AFTER device;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS own_country LowCardinality(String) DEFAULT country AFTER device;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS own_state LowCardinality(String) DEFAULT state AFTER device;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS own_device LowCardinality(String) DEFAULT device AFTER device;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS own_affid LowCardinality(String) DEFAULT affid AFTER device;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS own_offer_id LowCardinality(String) DEFAULT offer_id AFTER device;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS own_country LowCardinality(String) DEFAULT country AFTER device;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS own_state LowCardinality(String) DEFAULT state AFTER device;
ALTER TABLE conversion_versions ADD COLUMN IF NOT EXISTS own_device LowCardinality(String) DEFAULT device AFTER device;
