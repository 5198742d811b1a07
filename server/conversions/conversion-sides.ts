import type { Conversion, ConversionSide } from '#contract/conversions/schemas.ts';
import type { Scope } from '../access/scope.ts';
import type { Labels, Origin } from '../analytics/conversion-rows/origin-labels.ts';
import {
  given,
  instantAt,
  moneyIn,
  type StoredSide,
} from '../analytics/conversion-rows/stored-side.ts';

/** The sides of one conversion; one of them is there. */
export type Sides = { server: StoredSide | null; browser: StoredSide | null };

/** The side whose word counts. */
export const leadOf = ({ server, browser }: Sides): StoredSide | null => server ?? browser;

/** Puts sides together that are one conversion, by project and id. */
export function together(rows: readonly StoredSide[]): Map<string, Sides> {
  const found = new Map<string, Sides>();
  for (const row of rows) {
    const key = keyOf(row);
    const sides = found.get(key) ?? { server: null, browser: null };
    found.set(key, { ...sides, [row.side === 'server' ? 'server' : 'browser']: row });
  }
  return found;
}

export const keyOf = (row: Pick<StoredSide, 'project_id' | 'conversion_id'>): string =>
  `${row.project_id} ${row.conversion_id}`;

export function shown(lead: StoredSide, sides: Sides, scope: Scope, labels: Labels): Conversion {
  const projectId = Number(lead.project_id);
  const { server, browser } = sides;
  return {
    id: lead.conversion_id,
    project_id: projectId,
    record: recordOf(lead),
    event_name: lead.event_name,
    event_id: given(lead.event_id),
    order_id: given(lead.order_id),
    click_id: given(lead.click_id),
    event_time: instantAt(lead.event_time),
    click_time: lead.click_time === null ? null : instantAt(lead.click_time),
    delay_seconds: delayOf(lead),
    status: lead.status,
    excluded_reason: reasonOf(lead),
    value: moneyIn(lead.value),
    currency: scope.projects.find(({ id }) => id === projectId)?.currency ?? 'USD',
    payout: moneyIn(lead.payout),
    sides: [...(server ? ['server' as const] : []), ...(browser ? ['browser' as const] : [])],
    pairing: lead.paired === '1' ? 'both' : lead.side === 'server' ? 'server_only' : 'browser_only',
    dedup_method:
      lead.dedup_method === 'event_id' || lead.dedup_method === 'fallback'
        ? lead.dedup_method
        : null,
    value_mismatch: lead.value_mismatch === '1',
    server: server && sideOf(server),
    browser: browser && sideOf(browser),
    attributed: lead.attributed === '1',
    reason: lead.reason,
    ...originOf(lead, labels),
  };
}

function recordOf({ record }: StoredSide): Conversion['record'] {
  return record === 'refund' || record === 'adjustment' ? record : 'conversion';
}

function delayOf({ event_time, click_time }: StoredSide): number | null {
  return click_time === null ? null : Math.floor((Number(event_time) - Number(click_time)) / 1000);
}

export function reasonOf({
  excluded_reason: reason,
}: Pick<StoredSide, 'excluded_reason'>): Conversion['excluded_reason'] {
  return reason === 'rejected' || reason === 'reversed' || reason === 'no_rate' ? reason : null;
}

const sideOf = (row: StoredSide): ConversionSide => ({
  event_time: instantAt(row.event_time),
  event_id: given(row.event_id),
  order_id: given(row.order_id),
  value: moneyIn(row.value),
  value_sent: moneyIn(row.value_sent),
  currency_sent: row.currency,
  status: row.status,
  excluded_reason: reasonOf(row),
  payout: moneyIn(row.payout),
  raw_count: Number(row.raw_count),
  raw_value: moneyIn(row.raw_value),
});

/** Where something came from, with the names that people know. */
export function originOf(from: Origin, labels: Labels) {
  return {
    affid: given(from.affid),
    affiliate_name: labels.affiliate(from.affid),
    affsub: given(from.affsub),
    channel: given(from.channel),
    referrer: given(from.referrer),
    utm_source: given(from.utm_source),
    utm_medium: given(from.utm_medium),
    utm_campaign: given(from.utm_campaign),
    utm_content: given(from.utm_content),
    campaign_id: given(from.campaign_id),
    campaign_label: labels.campaign(from.campaign_id) ?? given(from.utm_campaign),
    adset_id: given(from.adset_id),
    adset_label: labels.adset(from.adset_id),
    ad_id: given(from.ad_id),
    ad_label: labels.ad(from.ad_id),
    offer_id: given(from.offer_id),
    offer_name: labels.offer(from.offer_id),
    country: from.country,
    state: given(from.state),
    device: given(from.device),
  };
}
