CREATE TABLE IF NOT EXISTS events (
  project_id UInt32,
  event_name LowCardinality(String),
  event_time DateTime64(3, 'UTC'),
  ingested_at DateTime64(3, 'UTC'),
  event_uid String,
  side LowCardinality(String),
  event_id String,
  order_id String,
  dedup_key String,
  click_id String,
  visitor_id String,
  user_id String,
  visitor_key UInt64 DEFAULT sipHash64(project_id, multiIf(visitor_id != '', visitor_id, click_id != '', click_id, event_uid)),
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
  value Decimal(18, 4),
  currency LowCardinality(String),
  payout Nullable(Decimal(18, 4)),
  status LowCardinality(String),
  is_bot UInt8,
  is_test UInt8,
  is_direct UInt8,
  left_out UInt8 MATERIALIZED multiIf(is_test = 1, 2, is_bot = 1, 1, 0),
  platform_click_ids Map(LowCardinality(String), String),
  user_agent String,
  client_ip String,
  params String
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(event_time)
ORDER BY (project_id, event_name, left_out, event_time, event_uid)
SETTINGS non_replicated_deduplication_window = 100000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS visits (
  project_id UInt32,
  key_hash UInt64 DEFAULT sipHash64(key),
  key String,
  event_time DateTime64(3, 'UTC'),
  ingested_at DateTime64(3, 'UTC'),
  event_uid String
)
ENGINE = MergeTree
ORDER BY (project_id, key_hash, event_time)
SETTINGS index_granularity = 512, non_replicated_deduplication_window = 100000, fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS labels (
  project_id UInt32,
  kind LowCardinality(String),
  id String,
  name String,
  seen_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(seen_at)
ORDER BY (project_id, kind, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS costs (
  project_id UInt32,
  date Date,
  account String,
  platform LowCardinality(String),
  campaign_id String,
  adset_id String,
  ad_id String,
  affid LowCardinality(String),
  event_time DateTime64(3, 'UTC'),
  impressions UInt64,
  clicks UInt64,
  spend Decimal(18, 4),
  currency LowCardinality(String),
  spend_base Decimal(18, 4),
  excluded_reason LowCardinality(String),
  version UInt64,
  ingested_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (project_id, date, account, platform, campaign_id, adset_id, ad_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
