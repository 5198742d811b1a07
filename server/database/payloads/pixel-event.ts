/** What partners may learn of where a conversion came from. */
export type CreditedOrigin = Record<
  'affid' | 'affsub' | 'offer_id' | 'campaign_id' | 'adset_id' | 'ad_id' | 'country',
  string
>;

/**
 * The data of a conversion that event pixels send. Where the browser reported it too, event id and time are the
 * browser's, so that a platform that gets both reports counts one; the money is the server's.
 */
export type PixelEvent = CreditedOrigin & {
  conversion_id: string;
  event_id: string;
  event_name: string;
  /** ISO text with ms. */
  event_time: string;
  order_id: string;
  status: string;
  /**
   * Decimal texts: the value in `currency` as it was sent, the payout in the project's currency. The value in that is
   * missing where there is no exchange rate; then the payout is 0.
   */
  value: string;
  payout: string;
  currency: string;
  project_value?: string;
  project_currency?: string;
  click_id: string;
  /** The time of the credited click, in ms. */
  click_time: number | null;
  visitor_id: string;
  /** The page without its query. */
  url: string;
  user_agent: string;
  /** Ids of platforms for the click or the browser, by name: fbclid, gclid, fbp … */
  platform_ids: Record<string, string>;
  /** SHA-256 in hex of the normalised value; empty where it is unknown. */
  email_sha256: string;
  phone_sha256: string;
  external_id_sha256: string;
};
