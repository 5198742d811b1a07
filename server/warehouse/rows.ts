import {
  type ClaimDimension,
  type ClickDimension,
  type CostDimension,
  costDimensions,
  type LabelKind,
  type PlaceDimension,
} from '#contract/analytics/dimensions.ts';

/** Rows of the warehouse in `JSONEachRow` form: money as decimal strings, instants as ISO text with ms. */

export type Side = 'server' | 'browser';

/** The origin of a click or conversion: the dimensions a conversion takes from its credited click. */
export type Origin = Record<ClickDimension | ClaimDimension, string>;

/**
 * The place of the person. Country is ISO 3166-1 alpha-2, `ZZ` when unknown; state is the part after the country code.
 */
export type Place = Record<PlaceDimension, string>;

/** Where a click of a link with an offer was sent; '' where nothing was decided. */
export type OfferRoute =
  | ''
  | 'offer'
  | 'fallback_offer'
  | 'fallback_url'
  | 'website'
  | 'refused'
  | 'unpaid';

/** Why a click did not go to the offer of its link; '' where it did. */
export type OfferReason =
  | ''
  | 'pending'
  | 'paused'
  | 'expired'
  | 'archived'
  | 'not_started'
  | 'country'
  | 'device'
  | 'os'
  | 'access'
  | 'cap'
  | 'shipped';

/** What was decided about a click when its link was followed. It never changes afterwards. */
export type OfferPins = {
  /** The terms that its conversions follow; 0 where none applied. */
  terms_id: number;
  offer_route: OfferRoute;
  offer_reason: OfferReason;
  /** The offer of the link, where another one took the click. */
  linked_offer: string;
  /** The cap that was full; 0 for none. */
  cap_id: number;
  /** What the click itself pays, in the project's currency. */
  click_payout: string;
};

/** Which variant of a split test was shown. */
export type TestPins = {
  test_id: string;
  test_variant: string;
  test_phase: number;
};

/** Rows from before offers were decided about have no pins and no goal. */
export type EventRow = Origin &
  Place &
  Partial<OfferPins> &
  Partial<TestPins> & {
    /** The goal that a report of a conversion names. */
    goal?: string;
    /** Whether a report names no status, so that it was taken for approved. */
    status_assumed?: 0 | 1;
    project_id: number;
    event_name: string;
    event_time: string;
    ingested_at: string;
    event_uid: string;
    side: Side;
    event_id: string;
    order_id: string;
    /** Whose id the order id is: '' the project's, `affiliate` the click's affiliate's, `network:…` a network's. */
    order_scope: string;
    /** `event_id`, else `order_id`, else `event_uid`: equal keys make deliveries one conversion. */
    dedup_key: string;
    click_id: string;
    visitor_id: string;
    user_id: string;
    value: string;
    currency: string;
    payout: string | null;
    status: string;
    is_bot: 0 | 1;
    is_test: 0 | 1;
    /** The click of a tracking link, reported again by the page it led to. */
    is_twin: 0 | 1;
    /** A click without affid, utm, ad id, platform click id or external referrer. */
    is_direct: 0 | 1;
    platform_click_ids: Record<string, string>;
    user_agent: string;
    client_ip: string;
    params: string;
  };

/** The columns that identify a project's cost, in sort order. */
export const costKey = ['date', 'account', 'platform', ...costDimensions] as const;

export type CostRow = Record<CostDimension, string> & {
  project_id: number;
  /** YYYY-MM-DD in the project's zone. */
  date: string;
  account: string;
  platform: string;
  /** Noon of `date` in the project's zone, the cost's position on a time axis. */
  event_time: string;
  impressions: number;
  clicks: number;
  spend: string;
  currency: string;
  spend_base: string;
  excluded_reason: string;
  version: string;
  ingested_at: string;
};

/** The name of a campaign, ad set or ad. */
export type Label = {
  project_id: number;
  kind: LabelKind;
  id: string;
  name: string;
  seen_at: string;
};

/** A label that events and costs of an affiliate gave; with an empty `affid` it is from any of them. */
export type LabelRow = Label & { affid: string };
