-- The installation that the events belong to, as the database names it.
CREATE TABLE IF NOT EXISTS installation (
  id String
)
ENGINE = MergeTree
ORDER BY id
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
