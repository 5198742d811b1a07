-- Of an exposure, which variant of which split test was shown, and in which phase of the test.
ALTER TABLE events ADD COLUMN IF NOT EXISTS test_id LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS test_variant LowCardinality(String);
ALTER TABLE events ADD COLUMN IF NOT EXISTS test_phase UInt16;
