const HOUR = 3_600_000;

/** How long a key that is no order id names the same conversion, and how far apart its two sides may be. */
export const DEDUP_WINDOW = 48 * HOUR;
/** How long before a conversion a click may have earned it. */
export const TOUCH_WINDOW = 90 * 24 * HOUR;
