import type { Origin, Place, Side } from '../warehouse/rows.ts';

/** The event name that subtracts; every other conversion event carries the project's primary name. */
export const REFUND = 'refund';

/** A conversion or refund event as the resolver reads it: instants in ms, no bots, no tests. */
export type RawEvent = Place & {
  uid: string;
  /** Lower case. */
  name: string;
  side: Side;
  time: number;
  ingested: number;
  event_id: string;
  order_id: string;
  key: string;
  click_id: string;
  visitor_id: string;
  user_id: string;
  affid: string;
  offer_id: string;
  value: string;
  currency: string;
  payout: string | null;
  status: string;
};

/** A click that may have earned a conversion. */
export type Touch = Origin &
  Place & {
    uid: string;
    time: number;
    ingested: number;
    click_id: string;
    visitor_id: string;
    user_id: string;
    is_direct: 0 | 1;
    /** The click of its click id once more, as the page reported it that a tracking link led to. */
    is_twin: 0 | 1;
  };

/** What an affiliate earns from `validFrom` (ms) on: a share of the value, or a flat sum for each conversion. */
export type Terms = { affid: string; validFrom: number; type: 'revshare' | 'cpa'; value: string };

/** From `validFrom` (YYYY-MM-DD) on, one unit of `currency` is worth `rate` of the project's. */
export type Rate = { currency: string; validFrom: string; rate: string };

export type ProjectFacts = {
  id: number;
  currency: string;
  timezone: string;
  /** Lower case. */
  primary: string;
  terms: readonly Terms[];
  rates: readonly Rate[];
};

type Told = { time: number; ingested: number; uid: string };

/** Events in the order that decides between equals: by time, then by uid. */
export function byTime(a: Omit<Told, 'ingested'>, b: Omit<Told, 'ingested'>): number {
  return a.time - b.time || byText(a.uid, b.uid);
}

/** Events in the order in which their news holds: of those at one time what was taken in last is the latest. */
export function asTold(a: Told, b: Told): number {
  return a.time - b.time || a.ingested - b.ingested || byText(a.uid, b.uid);
}

export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
