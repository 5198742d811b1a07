import { byDimension, storedDimensions } from '#contract/analytics/dimensions.ts';
import type { Conversion, ConversionSide } from '#contract/conversions/schemas.ts';
import { unpaidReasons } from '#contract/conversions/schemas.ts';
import type { Scope } from '../access/scope.ts';
import type { Labels, Origin } from '../analytics/conversion-rows/origin-labels.ts';
import {
  instantAt,
  moneyIn,
  type StoredSide,
  textOrNull,
} from '../analytics/conversion-rows/stored-side.ts';

/** The sides of one conversion; at least one exists. */
export type Sides = { server: StoredSide | null; browser: StoredSide | null };

/** The leading side. */
export const leadSide = ({ server, browser }: Sides): StoredSide | null => server ?? browser;

/** Groups sides by conversion, keyed by project and id. */
export function groupSides(rows: readonly StoredSide[]): Map<string, Sides> {
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

export function conversionView(
  lead: StoredSide,
  sides: Sides,
  scope: Scope,
  labels: Labels,
): Conversion {
  const projectId = Number(lead.project_id);
  const { server, browser } = sides;
  const project = scope.projects.find(({ id }) => id === projectId);
  const currency = project?.currency ?? 'USD';
  const seesCaps = project?.visibleAffids === null;
  return {
    id: lead.conversion_id,
    project_id: projectId,
    record: recordOf(lead),
    event_name: lead.event_name,
    event_id: textOrNull(lead.event_id),
    order_id: textOrNull(lead.order_id),
    click_id: textOrNull(lead.click_id),
    event_time: instantAt(lead.event_time),
    click_time: lead.click_time === null ? null : instantAt(lead.click_time),
    delay_seconds: delayOf(lead),
    status: lead.status,
    excluded_reason: reasonOf(lead),
    value: moneyIn(lead.value, currency),
    currency,
    payout: moneyIn(lead.payout, currency),
    unpaid_reason: unpaidReasons.find((reason) => reason === lead.unpaid_reason) ?? null,
    cap_id: seesCaps && lead.cap_id !== '0' ? Number(lead.cap_id) : null,
    sides: [...(server ? ['server' as const] : []), ...(browser ? ['browser' as const] : [])],
    pairing: lead.paired === '1' ? 'both' : lead.side === 'server' ? 'server_only' : 'browser_only',
    dedup_method:
      lead.dedup_method === 'event_id' || lead.dedup_method === 'fallback'
        ? lead.dedup_method
        : null,
    value_mismatch: lead.value_mismatch === '1',
    server: server && sideOf(server, currency),
    browser: browser && sideOf(browser, currency),
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

const sideOf = (row: StoredSide, currency: string): ConversionSide => ({
  event_time: instantAt(row.event_time),
  event_id: textOrNull(row.event_id),
  order_id: textOrNull(row.order_id),
  value: moneyIn(row.value, currency),
  value_sent: moneyIn(row.value_sent, row.currency),
  currency_sent: row.currency,
  status: row.status,
  excluded_reason: reasonOf(row),
  payout: row.side === 'server' ? moneyIn(row.payout, currency) : null,
  raw_count: Number(row.raw_count),
  raw_value: moneyIn(row.raw_value, currency),
});

/** The origin of a side with readable names. */
export const originOf = (from: Origin, labels: Labels) => ({
  ...byDimension(storedDimensions, (name) => textOrNull(from[name])),
  country: from.country,
  affiliate_name: labels.affiliate(from.affid),
  campaign_label: labels.campaign(from.campaign_id) ?? textOrNull(from.utm_campaign),
  adset_label: labels.adset(from.adset_id),
  ad_label: labels.ad(from.ad_id),
  offer_name: labels.offer(from.offer_id),
});
