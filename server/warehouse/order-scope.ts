/**
 * Begins the order scope of a postback that names a payout and no value, and whose value is therefore that payout. What
 * follows says whose id the order id is.
 */
export const PAYOUT_ONLY = 'payout ';
