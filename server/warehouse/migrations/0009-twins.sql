-- A click that the page behind a tracking link reported of a visit that the link had counted: it is kept and left out.
ALTER TABLE events ADD COLUMN IF NOT EXISTS is_twin UInt8 AFTER is_test;
ALTER TABLE events MODIFY COLUMN left_out UInt8 MATERIALIZED multiIf(is_test = 1, 2, is_bot = 1, 1, is_twin = 1, 3, 0);
