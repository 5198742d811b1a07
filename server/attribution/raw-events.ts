import type { ClaimDimension } from '#contract/analytics/dimensions.ts';
import type { OfferFacts } from '../offer-terms/offer-facts.ts';
import type { OfferPins, Origin, Place, Side } from '../warehouse/rows.ts';

/** The event name of refunds; every other conversion event has the project's primary name. */
export const REFUND = 'refund';

/** A conversion or refund event as the resolver reads it: instants in ms, without bots and tests. */
export type RawEvent = Place &
  Record<ClaimDimension, string> & {
    uid: string;
    /** Lower case. */
    name: string;
    side: Side;
    time: number;
    ingested: number;
    event_id: string;
    order_id: string;
    /** Whose id the order id is: '' the project's, `affiliate` the click's affiliate's, `network:…` a network's. */
    scope: string;
    /** Whether the value is what a network pays, because its postback names no value. */
    is_payout: 0 | 1;
    key: string;
    click_id: string;
    visitor_id: string;
    user_id: string;
    value: string;
    currency: string;
    payout: string | null;
    status: string;
    /** Whether the report names no status, so that it was taken for approved. */
    status_assumed?: 0 | 1;
    /** The goal that the report names. */
    goal?: string;
  };

/** Whether the event is identified by its order id alone, which identifies the order for good. */
export const isNamedByOrder = ({ key, order_id }: Pick<RawEvent, 'key' | 'order_id'>): boolean =>
  order_id !== '' && key === order_id;

/** A click that may have earned a conversion. Without pins nothing was decided about it. */
export type Touch = Origin &
  Place &
  Partial<OfferPins> & {
    uid: string;
    time: number;
    ingested: number;
    click_id: string;
    visitor_id: string;
    user_id: string;
    is_direct: 0 | 1;
    /** Whether it repeats the click of a tracking link, reported by the page the link led to. */
    is_twin: 0 | 1;
  };

/** The terms of an affiliate from `validFrom` (ms) on: a share of the value, or a flat sum per conversion. */
export type Terms = { affid: string; validFrom: number; type: 'revshare' | 'cpa'; value: string };

/** From `validFrom` (YYYY-MM-DD) on, one unit of `currency` is worth `rate` in the project's currency. */
export type Rate = { currency: string; validFrom: string; rate: string };

export type ProjectFacts = {
  id: number;
  currency: string;
  timezone: string;
  /** Lower case. */
  primary: string;
  terms: readonly Terms[];
  rates: readonly Rate[];
  /** The offers that decide anything about conversions; none before offers had terms. */
  offers?: readonly OfferFacts[];
};

type Ordered = { time: number; uid: string };

/** Sorts events by time, then by uid, so that ties are decided. */
export function byTime(a: Ordered, b: Ordered): number {
  return a.time - b.time || byText(a.uid, b.uid);
}

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
