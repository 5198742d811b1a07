-- Conversions lie by three days: late news merges less, and less is still to be merged. Beside each row stand its hour and
-- whether it is the one that stands for its conversion: a page of the log is found, and conversions are counted, by
-- columns of a few bits. They are made again from their history.
DROP TABLE IF EXISTS conversions SYNC;

CREATE TABLE IF NOT EXISTS conversions (
  project_id UInt32,
  conversion_id String,
  side LowCardinality(String),
  version UInt64,
  deleted UInt8,
  known_at DateTime64(3, 'UTC'),
  record LowCardinality(String),
  event_name LowCardinality(String),
  event_time DateTime64(3, 'UTC'),
  event_uid String,
  event_id String,
  order_id String,
  dedup_key String,
  dedup_method LowCardinality(String),
  paired UInt8,
  value_mismatch UInt8,
  value Decimal(18, 4),
  value_sent Decimal(18, 4),
  currency LowCardinality(String),
  raw_count UInt32,
  raw_value Decimal(18, 4),
  payout Decimal(18, 4),
  status LowCardinality(String),
  excluded_reason LowCardinality(String),
  user_id String,
  visitor_id String,
  user_key UInt64,
  attributed UInt8,
  reason String,
  click_id String,
  click_uid String,
  click_time Nullable(DateTime64(3, 'UTC')),
  affid LowCardinality(String),
  affsub LowCardinality(String),
  referrer LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content LowCardinality(String),
  campaign_id LowCardinality(String),
  adset_id LowCardinality(String),
  ad_id LowCardinality(String),
  offer_id LowCardinality(String),
  country LowCardinality(String),
  state LowCardinality(String),
  device LowCardinality(String),
  own_affid LowCardinality(String) DEFAULT affid,
  own_offer_id LowCardinality(String) DEFAULT offer_id,
  own_country LowCardinality(String) DEFAULT country,
  own_state LowCardinality(String) DEFAULT state,
  own_device LowCardinality(String) DEFAULT device,
  event_uids Array(String),
  touches String,
  event_hour DateTime('UTC') MATERIALIZED toStartOfHour(event_time),
  is_lead UInt8 MATERIALIZED side = 'server' OR paired = 0
)
ENGINE = ReplacingMergeTree(version, deleted)
PARTITION BY toDate(toStartOfInterval(event_time, INTERVAL 3 DAY))
ORDER BY (project_id, toStartOfHour(event_time), conversion_id, side)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_age_to_force_merge_seconds = 300,
  min_age_to_force_merge_on_partition_only = 1;

INSERT INTO conversions
  (project_id, conversion_id, side, version, deleted, known_at, record, event_name, event_time, event_uid, event_id,
   order_id, dedup_key, dedup_method, paired, value_mismatch, value, value_sent, currency, raw_count, raw_value,
   payout, status, excluded_reason, user_id, visitor_id, user_key, attributed, reason, click_id, click_uid,
   click_time, affid, affsub, referrer, channel, utm_source, utm_medium, utm_campaign, utm_content, campaign_id,
   adset_id, ad_id, offer_id, country, state, device, own_affid, own_offer_id, own_country, own_state, own_device,
   event_uids, touches)
SELECT
   project_id, conversion_id, side, version, deleted, known_at, record, event_name, event_time, event_uid, event_id,
   order_id, dedup_key, dedup_method, paired, value_mismatch, value, value_sent, currency, raw_count, raw_value,
   payout, status, excluded_reason, user_id, visitor_id, user_key, attributed, reason, click_id, click_uid,
   click_time, affid, affsub, referrer, channel, utm_source, utm_medium, utm_campaign, utm_content, campaign_id,
   adset_id, ad_id, offer_id, country, state, device, own_affid, own_offer_id, own_country, own_state, own_device,
   event_uids, touches
FROM conversion_versions
WHERE deleted = 0 AND (project_id, conversion_id, side, version) GLOBAL IN (
  SELECT project_id, conversion_id, side, max(version) FROM conversion_versions GROUP BY project_id, conversion_id, side)
SETTINGS max_partitions_per_insert_block = 0;
