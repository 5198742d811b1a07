-- Every question about a period reads when its events were: they take a third less room, and less work to unpack.
ALTER TABLE events MODIFY COLUMN event_time DateTime64(3, 'UTC') CODEC(T64);
