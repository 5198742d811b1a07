import type { Resolved } from '#server/attribution/conversion-row.ts';
import type { ProjectFacts, RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NOON = Date.UTC(2026, 2, 31, 12);

let count = 0;
const uid = () => `u${String(++count).padStart(6, '0')}`;

export const facts: ProjectFacts = {
  id: 7,
  currency: 'USD',
  timezone: 'America/New_York',
  primary: 'purchase',
  terms: [
    { affid: '1001', validFrom: 0, type: 'revshare', value: '0.2' },
    { affid: '1002', validFrom: 0, type: 'cpa', value: '12.5' },
  ],
  rates: [
    { currency: 'EUR', validFrom: '2026-01-01', rate: '1.1' },
    { currency: 'EUR', validFrom: '2026-03-31', rate: '1.25' },
  ],
};

/** A purchase of 86 dollars reported by the server, an hour after noon, without further fields. */
export function purchase(fields: Partial<RawEvent> = {}): RawEvent {
  const event: RawEvent = {
    uid: uid(),
    name: 'purchase',
    side: 'server',
    time: NOON + HOUR,
    ingested: NOON + HOUR + 2_000,
    event_id: '',
    order_id: '',
    scope: '',
    is_payout: 0,
    key: '',
    click_id: '',
    visitor_id: '',
    user_id: '',
    affid: '',
    offer_id: '',
    value: '86',
    currency: 'USD',
    payout: null,
    status: 'approved',
    country: 'ZZ',
    state: '',
    device: '',
    ...fields,
  };
  return { ...event, key: event.key || event.event_id || event.order_id || event.uid };
}

export const refund = (fields: Partial<RawEvent> = {}): RawEvent =>
  purchase({ name: 'refund', ...fields });

export const seenByBrowser = (fields: Partial<RawEvent> = {}): RawEvent =>
  purchase({ side: 'browser', ...fields });

/** A click at noon on affiliate 1001's ad. */
export function click(fields: Partial<Touch> = {}): Touch {
  return {
    uid: uid(),
    time: NOON,
    ingested: NOON + 1_000,
    click_id: '',
    visitor_id: '',
    user_id: '',
    is_direct: 0,
    is_twin: 0,
    affid: '1001',
    affsub: 'tt-22',
    referrer: 'facebook.com',
    channel: 'Paid social',
    utm_source: 'facebook',
    utm_medium: 'cpc',
    utm_campaign: 'spring',
    utm_content: 'blue',
    campaign_id: 'c1',
    adset_id: 's1',
    ad_id: 'a1',
    offer_id: '101',
    country: 'US',
    state: 'TX',
    device: 'mobile',
    ...fields,
  };
}

export const rowsOf = (events: RawEvent[], touches: Touch[] = []): Resolved[] =>
  resolveConversions(facts, events, touches);

/** The one row of a side; fails when there are more or none. */
export function only(rows: readonly Resolved[], side: 'server' | 'browser' = 'server'): Resolved {
  const [row, ...rest] = rows.filter((one) => one.side === side && one.record === 'conversion');
  if (!row || rest.length > 0) throw new Error(`expected one ${side} row of ${rows.length}`);
  return row;
}
