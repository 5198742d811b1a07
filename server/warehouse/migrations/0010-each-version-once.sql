-- A version of the conversions is written once, also where a mover that has lost its lock goes on beside the next one.
ALTER TABLE conversion_versions MODIFY SETTING non_replicated_deduplication_window = 100000;
