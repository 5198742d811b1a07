-- Every version of a cost row, for as_of: the costs themselves keep only the present one.
CREATE TABLE IF NOT EXISTS cost_versions (
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
  ingested_at DateTime64(3, 'UTC'),
  known_at DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree()
ORDER BY (project_id, date, account, platform, campaign_id, adset_id, ad_id, version)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- What was replaced before there was a history is gone; what stands now has been known since it was taken in.
INSERT INTO cost_versions
  (project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at, known_at)
SELECT project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at, ingested_at
FROM costs FINAL;
