-- A cost is named by everything that it tells of its spending, its affiliate too: of two affiliates on one day neither
-- replaces the other. The history is kept under the new key, and the present is made again from it, so that what had
-- been replaced by another affiliate's cost counts again.
CREATE TABLE IF NOT EXISTS cost_history (
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
ORDER BY (project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, version)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

-- An attempt that ended after the last statement has removed the earlier history: nothing is left to copy.
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

INSERT INTO cost_history
  (project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at, known_at)
SELECT project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at, known_at
FROM cost_versions;

DROP TABLE IF EXISTS costs SYNC;

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
ORDER BY (project_id, date, account, platform, campaign_id, adset_id, ad_id, affid)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

INSERT INTO costs
  (project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at)
SELECT project_id, date, account, platform, campaign_id, adset_id, ad_id, affid, event_time, impressions, clicks, spend,
   currency, spend_base, excluded_reason, version, ingested_at
FROM cost_history;

DROP TABLE IF EXISTS cost_versions SYNC;
