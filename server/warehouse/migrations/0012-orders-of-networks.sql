-- Whose id the order id of an event is: '' the project's own, 'affiliate' of the affiliate that the click belongs to,
-- 'network:<name>' of a network. Equal ids of two networks are two orders.
ALTER TABLE events ADD COLUMN IF NOT EXISTS order_scope LowCardinality(String) AFTER order_id;
