-- The ids that conversions are found by, whatever their day: in lower case, an order without the `#` before it and also
-- by its digits alone. Each place in time that a conversion had is kept.
CREATE TABLE IF NOT EXISTS conversion_keys (
  project_id UInt32,
  id_key String,
  conversion_id String,
  affid LowCardinality(String),
  event_time DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree()
ORDER BY (project_id, id_key, conversion_id, affid, event_time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO conversion_keys (project_id, id_key, conversion_id, affid, event_time)
SELECT project_id, arrayJoin(arrayFilter(key -> key != '', arrayDistinct([
  lowerUTF8(conversion_id), lowerUTF8(event_id), lowerUTF8(click_id), lowerUTF8(trim(LEADING '#' FROM order_id)),
  replaceRegexpAll(order_id, '[^0-9]', '')]))) AS id_key, conversion_id, affid, event_time
FROM conversion_versions
WHERE deleted = 0;
