import type { TableRow } from '#contract/analytics/report.ts';
import type { Grouping } from '#contract/analytics/report-query.ts';
import { bucketInFull, bucketInText } from '../../kit/format.ts';

type Named = {
  /** What one row is. */
  one: string;
  many: string;
  /** Where the row's name comes from. */
  definition: string;
};

const fromClick = 'A conversion belongs to the click that earned it.';

/** The names of the groupings. */
export const groupingNames: Record<Grouping, Named> = {
  channel: {
    one: 'Channel',
    many: 'Channels',
    definition: `The kind of traffic, as the click names it or as it follows from its source. ${fromClick}`,
  },
  campaign_id: {
    one: 'Campaign',
    many: 'Campaigns',
    definition: `The campaign that a click names, called by its last name. ${fromClick}`,
  },
  adset_id: {
    one: 'Ad set',
    many: 'Ad sets',
    definition: `The ad set that a click names. ${fromClick}`,
  },
  ad_id: { one: 'Ad', many: 'Ads', definition: `The ad that a click names. ${fromClick}` },
  utm_source: {
    one: 'utm_source',
    many: 'utm_source',
    definition: `The utm_source of the click. ${fromClick}`,
  },
  utm_medium: {
    one: 'utm_medium',
    many: 'utm_medium',
    definition: `The utm_medium of the click. ${fromClick}`,
  },
  utm_campaign: {
    one: 'utm_campaign',
    many: 'utm_campaign',
    definition: `The utm_campaign of the click. ${fromClick}`,
  },
  utm_content: {
    one: 'utm_content',
    many: 'utm_content',
    definition: `The utm_content of the click. ${fromClick}`,
  },
  referrer: {
    one: 'Referrer',
    many: 'Referrers',
    definition: `The site a click came from. ${fromClick}`,
  },
  affid: {
    one: 'Affiliate',
    many: 'Affiliates',
    definition: 'The affiliate of the click, else the one the conversion names.',
  },
  affsub: {
    one: 'Affsub',
    many: 'Affsubs',
    definition: `The affiliate's own tag on the click. ${fromClick}`,
  },
  offer_id: {
    one: 'Offer',
    many: 'Offers',
    definition: 'The offer of the click, else the one the conversion names.',
  },
  country: {
    one: 'Country',
    many: 'Countries',
    definition: 'The country of the conversion where it names one, else that of the click.',
  },
  state: {
    one: 'State',
    many: 'States',
    definition: 'The state or region within its country.',
  },
  device: {
    one: 'Device',
    many: 'Devices',
    definition: 'The device of the conversion where it names one, else that of the click.',
  },
  hour: {
    one: 'Hour',
    many: 'Hours',
    definition: 'The hour in the time zone of the report. A day has 23 to 25 of them.',
  },
  date: { one: 'Date', many: 'Dates', definition: 'The day in the time zone of the report.' },
};

/** Hours and days have machine keys; every other row has a label. */
export function labelOf(grouping: Grouping, { key, label }: Pick<TableRow, 'key' | 'label'>) {
  if (key === null) return label;
  if (grouping === 'date') return bucketInFull(key);
  if (grouping !== 'hour') return label;
  const [date = '', time = ''] = key.split('T');
  return `${bucketInText(date)}, ${time.slice(0, 5)} ${time.slice(8).replace('-', '\u2212')}`;
}

export const namedGroupings = (
  grouping: Grouping,
  rows: readonly TableRow[],
): readonly TableRow[] =>
  grouping === 'date' || grouping === 'hour'
    ? rows.map((row) => ({ ...row, label: labelOf(grouping, row) }))
    : rows;
