export type Side = 'server' | 'browser';
export type Status = 'pending' | 'approved' | 'rejected' | 'reversed';

/** An event as it is sent, clicks, conversions, refunds and all others. */
export type ReportedEvent = {
  event_name: string;
  event_time: string;
  source?: Side;
  event_id?: string;
  order_id?: string;
  click_id?: string;
  visitor_id?: string;
  external_id?: string;
  value?: string | number;
  currency?: string;
  payout?: string;
  status?: Status;
  affid?: string;
  affsub?: string;
  referrer?: string;
  channel?: string;
  utm_source?: string;
  utm_medium?: string;
  utm_campaign?: string;
  utm_content?: string;
  campaign_id?: string;
  campaign_name?: string;
  adset_id?: string;
  adset_name?: string;
  ad_id?: string;
  offer_id?: string;
  country?: string;
  state?: string;
  device?: string;
  user_agent?: string;
  test?: boolean;
};

export type ReportedCost = {
  event_name: 'cost';
  date: string;
  account?: string;
  platform?: string;
  campaign_id?: string;
  adset_id?: string;
  ad_id?: string;
  affid?: string;
  spend: string;
  impressions?: number;
  clicks?: number;
  currency?: string;
};

export type Reported = ReportedEvent | ReportedCost;

export const isCost = (event: Reported): event is ReportedCost => 'spend' in event;

const money = new Set(['purchase', 'refund']);

/**
 * The stored events of several requests when each delivery counts once, in the order of arrival. A cost replaces the
 * earlier one.
 */
export function delivered(requests: readonly (readonly Reported[])[]): Reported[] {
  const seen = new Set<string>();
  const stored: Reported[] = [];
  for (const request of requests) {
    const equal = new Map<string, number>();
    for (const event of request) {
      const id = isCost(event) ? null : deliveryOf(event, equal);
      if (id === null || !seen.has(id)) stored.push(event);
      if (id !== null) seen.add(id);
    }
  }
  return stored;
}

function deliveryOf(event: ReportedEvent, equal: Map<string, number>): string {
  const content = JSON.stringify(Object.entries(event).sort(([a], [b]) => (a < b ? -1 : 1)));
  const name = event.event_name.trim().toLowerCase();
  if ('event_id' in event) {
    return money.has(name)
      ? `content ${content}`
      : `event ${event.source ?? 'server'} ${name} ${event.event_id}`;
  }
  const before = equal.get(content) ?? 0;
  equal.set(content, before + 1);
  return `${before} ${content}`;
}
