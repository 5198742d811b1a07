/**
 * What pixels are told of a conversion. Where the browser saw it too, its event id and time are the browser's, so that
 * a platform which hears of it twice counts it once; the money is the server's.
 */
export type Fired = {
  conversion_id: string;
  event_id: string;
  event_name: string;
  /** ISO text with ms. */
  event_time: string;
  order_id: string;
  status: string;
  /** Decimal texts: the value in `currency` as it was sent, the payout in the project's currency. */
  value: string;
  payout: string;
  currency: string;
  affid: string;
  affsub: string;
  offer_id: string;
  campaign_id: string;
  adset_id: string;
  ad_id: string;
  country: string;
  click_id: string;
  /** When the click came that earned it, in ms. */
  click_time: number | null;
  visitor_id: string;
  /** Where it happened, without the query. */
  url: string;
  user_agent: string;
  /** What platforms gave the click or the browser, by its name: fbclid, gclid, fbp … */
  platform_ids: Record<string, string>;
  /** SHA-256 in hex, of the normalised value; empty where it is not known. */
  email_sha256: string;
  phone_sha256: string;
  external_id_sha256: string;
};
