import type { FilterGroup } from '#contract/analytics/report-query.ts';

/** The filter groups by the names people know them by, in the order they are looked for. */
export const groupNames: Record<FilterGroup, string> = {
  offer_id: 'Offer',
  country: 'Country',
  campaign_id: 'Campaign',
  adset_id: 'Ad set',
  ad_id: 'Ad',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  referrer: 'Referrer',
  affsub: 'Affsub',
  channel: 'Channel',
  state: 'State',
  device: 'Device',
};
export const groups = Object.keys(groupNames) as FilterGroup[];
