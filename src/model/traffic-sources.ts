/** A parameter of a tracking link, and the macro that the traffic source fills in. */
type Parameter = readonly [name: string, macro: string];
export type TrafficSource = {
  id: string;
  name: string;
  parameters: readonly Parameter[];
  /** What a buyer has to know before the link works there. */
  note?: string;
};

/**
 * The macros of traffic sources, as their help pages name them (docs/tracking.md lists the pages). They stay unencoded
 * in the link, because the source looks for them as they are written.
 */
export const trafficSources: readonly [TrafficSource, ...TrafficSource[]] = [
  { id: 'none', name: 'No macros', parameters: [] },
  {
    id: 'meta',
    name: 'Meta (Facebook, Instagram)',
    parameters: [
      ['utm_source', '{{site_source_name}}'],
      ['utm_medium', 'paid'],
      ['campaign_id', '{{campaign.id}}'],
      ['adset_id', '{{adset.id}}'],
      ['ad_id', '{{ad.id}}'],
    ],
    note: 'Meta adds fbclid by itself.',
  },
  {
    id: 'google',
    name: 'Google Ads',
    parameters: [
      ['utm_source', 'google'],
      ['utm_medium', 'cpc'],
      ['campaign_id', '{campaignid}'],
      ['adset_id', '{adgroupid}'],
      ['ad_id', '{creative}'],
      ['utm_content', '{keyword}'],
      ['gclid', '{gclid}'],
    ],
    note: 'Enter it as the tracking template; it must lead to the page of the ad.',
  },
  {
    id: 'microsoft',
    name: 'Microsoft Advertising',
    parameters: [
      ['utm_source', 'bing'],
      ['utm_medium', 'cpc'],
      ['campaign_id', '{CampaignId}'],
      ['adset_id', '{AdGroupId}'],
      ['ad_id', '{AdId}'],
      ['utm_content', '{keyword}'],
      ['msclkid', '{msclkid}'],
    ],
  },
  {
    id: 'tiktok',
    name: 'TikTok',
    parameters: [
      ['utm_source', 'tiktok'],
      ['utm_medium', 'paid'],
      ['campaign_id', '__CAMPAIGN_ID__'],
      ['adset_id', '__AID__'],
      ['ad_id', '__CID__'],
      ['ttclid', '__CLICKID__'],
    ],
  },
  {
    id: 'taboola',
    name: 'Taboola',
    parameters: [
      ['utm_source', 'taboola'],
      ['utm_medium', 'native'],
      ['campaign_id', '{campaign_id}'],
      ['ad_id', '{campaign_item_id}'],
      ['affsub', '{site}'],
    ],
  },
  {
    id: 'outbrain',
    name: 'Outbrain',
    parameters: [
      ['utm_source', 'outbrain'],
      ['utm_medium', 'native'],
      ['campaign_id', '{{campaign_id}}'],
      ['ad_id', '{{ad_id}}'],
      ['affsub', '{{section_id}}'],
    ],
  },
  {
    id: 'mgid',
    name: 'MGID',
    parameters: [
      ['utm_source', 'mgid'],
      ['utm_medium', 'native'],
      ['campaign_id', '{campaign_id}'],
      ['ad_id', '{teaser_id}'],
      ['affsub', '{widget_id}'],
    ],
  },
  {
    id: 'clickadu',
    name: 'Clickadu (pop)',
    parameters: [
      ['utm_source', 'clickadu'],
      ['utm_medium', 'pop'],
      ['campaign_id', '{campaignid}'],
      ['affsub', '{zoneid}'],
    ],
  },
  {
    id: 'trafficstars',
    name: 'TrafficStars',
    parameters: [
      ['utm_source', 'trafficstars'],
      ['utm_medium', 'display'],
      ['campaign_id', '{campaign_id}'],
      ['ad_id', '{creative_id}'],
      ['affsub', '{site_id}'],
    ],
  },
  {
    id: 'exads',
    name: 'ExoClick and other EXADS networks',
    parameters: [
      ['utm_source', 'exoclick'],
      ['utm_medium', 'display'],
      ['campaign_id', '{campaign_id}'],
      ['affsub', '{site_id}'],
    ],
  },
  {
    id: 'zeropark',
    name: 'Zeropark (pop, push)',
    parameters: [
      ['utm_source', 'zeropark'],
      ['utm_medium', 'pop'],
      ['affsub', '{source}'],
    ],
  },
];
