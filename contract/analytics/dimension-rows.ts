/** A dimension: what figures are grouped, filtered and opened by. */
export type DimensionRow = {
  /** The same word in an address, a call, a column of the warehouse and a member of the Cube model. */
  name: string;
  /** What one row of a table is, and what many are. */
  label: string;
  many: string;
  definition: string;
  /** What a stored value is, where it is a code. */
  code?: string;
  /**
   * Where a conversion takes its value from: the click that earned it; that click, or without one the conversion; the
   * conversion, or where it has none the click; or its time. All but times are columns of events and conversions.
   */
  from: 'click' | 'claim' | 'place' | 'time';
  /** Values are texts unless they are whole numbers. */
  type?: 'number';
  /** The text that stands for no value; a row without one has an empty text. */
  none?: string;
  /** Whose names its values have; values of other dimensions are their own names. */
  names?:
    | 'campaign'
    | 'adset'
    | 'ad'
    | 'affiliate'
    | 'offer'
    | 'country'
    | 'state'
    | 'clock'
    | 'day';
  /** The field beside the id of a conversion that holds its name. */
  nameField?: string;
  /** A value of this dimension lies within one of the parent, whose rows it opens by default. */
  parent?: string;
  /** What its rows open after its child, the best first. */
  opens: readonly string[];
  /** The parameter of a report that filters by it. */
  filter?: string;
  /** Whether cost rows carry it. */
  hasCost?: true;
  /** How events send it; times are not sent. */
  sent?: {
    as: 'id' | 'tag' | 'text';
    longest?: number;
    /** Only servers, also browsers, or all of them and the address of the landing page. */
    by: 'server' | 'browser' | 'address';
  };
};

/**
 * Every dimension, in the order of menus. A new one takes a row here and a migration of the warehouse that adds its
 * column to `events`, `conversions` and `conversion_versions` (of claims and places also `own_…`).
 */
export const dimensionRows = [
  {
    name: 'channel',
    label: 'Channel',
    many: 'Channels',
    definition: 'The kind of traffic, as the click names it or as it follows from its source.',
    from: 'click',
    opens: ['utm_source'],
    filter: 'channel',
    sent: { as: 'text', longest: 64, by: 'server' },
  },
  {
    name: 'campaign_id',
    label: 'Campaign',
    many: 'Campaigns',
    definition: 'The campaign that a click names, called by its last name.',
    from: 'click',
    names: 'campaign',
    nameField: 'campaign_label',
    parent: 'channel',
    opens: ['ad_id'],
    filter: 'campaign_id',
    hasCost: true,
    sent: { as: 'id', by: 'address' },
  },
  {
    name: 'adset_id',
    label: 'Ad set',
    many: 'Ad sets',
    definition: 'The ad set that a click names.',
    from: 'click',
    names: 'adset',
    nameField: 'adset_label',
    parent: 'campaign_id',
    opens: [],
    filter: 'adset_id',
    hasCost: true,
    sent: { as: 'id', by: 'address' },
  },
  {
    name: 'ad_id',
    label: 'Ad',
    many: 'Ads',
    definition: 'The ad that a click names.',
    from: 'click',
    names: 'ad',
    nameField: 'ad_label',
    parent: 'adset_id',
    opens: [],
    filter: 'ad_id',
    hasCost: true,
    sent: { as: 'id', by: 'address' },
  },
  {
    name: 'utm_source',
    label: 'utm_source',
    many: 'utm_source',
    definition: 'The utm_source of the click.',
    from: 'click',
    opens: ['utm_campaign'],
    filter: 'utm_source',
    sent: { as: 'text', by: 'address' },
  },
  {
    name: 'utm_medium',
    label: 'utm_medium',
    many: 'utm_medium',
    definition: 'The utm_medium of the click.',
    from: 'click',
    parent: 'utm_source',
    opens: ['utm_content'],
    filter: 'utm_medium',
    sent: { as: 'text', by: 'address' },
  },
  {
    name: 'utm_campaign',
    label: 'utm_campaign',
    many: 'utm_campaign',
    definition: 'The utm_campaign of the click.',
    from: 'click',
    parent: 'utm_medium',
    opens: [],
    filter: 'utm_campaign',
    sent: { as: 'text', by: 'address' },
  },
  {
    name: 'utm_content',
    label: 'utm_content',
    many: 'utm_content',
    definition: 'The utm_content of the click.',
    from: 'click',
    parent: 'utm_campaign',
    opens: [],
    filter: 'utm_content',
    sent: { as: 'text', by: 'address' },
  },
  {
    name: 'referrer',
    label: 'Referrer',
    many: 'Referrers',
    definition: 'The site a click came from.',
    from: 'click',
    opens: ['campaign_id'],
    filter: 'referrer',
    sent: { as: 'text', by: 'browser' },
  },
  {
    name: 'affid',
    label: 'Affiliate',
    many: 'Affiliates',
    definition: 'The affiliate of the click, else the one the conversion names.',
    code: 'The public code of the affiliate.',
    from: 'claim',
    names: 'affiliate',
    nameField: 'affiliate_name',
    opens: ['affsub', 'campaign_id'],
    hasCost: true,
    sent: { as: 'id', longest: 128, by: 'address' },
  },
  {
    name: 'affsub',
    label: 'Affsub',
    many: 'Affsubs',
    definition: "The affiliate's own tag on the click.",
    from: 'click',
    opens: ['campaign_id'],
    filter: 'affsub',
    sent: { as: 'tag', by: 'address' },
  },
  {
    name: 'offer_id',
    label: 'Offer',
    many: 'Offers',
    definition: 'The offer of the click, else the one the conversion names.',
    from: 'claim',
    names: 'offer',
    nameField: 'offer_name',
    opens: ['affid'],
    filter: 'offer_ids',
    sent: { as: 'id', by: 'address' },
  },
  {
    name: 'country',
    label: 'Country',
    many: 'Countries',
    definition: 'The country of the conversion where it names one, else that of the click.',
    code: 'ISO 3166-1 alpha-2, ZZ when unknown.',
    from: 'place',
    none: 'ZZ',
    names: 'country',
    opens: [],
    filter: 'countries',
    sent: { as: 'text', longest: 64, by: 'server' },
  },
  {
    name: 'state',
    label: 'State',
    many: 'States',
    definition: 'The state or region within its country.',
    code: 'The part of the ISO 3166-2 code after the country.',
    from: 'place',
    names: 'state',
    parent: 'country',
    opens: ['device'],
    filter: 'state',
    sent: { as: 'text', longest: 128, by: 'server' },
  },
  {
    name: 'device',
    label: 'Device',
    many: 'Devices',
    definition: 'The device of the conversion where it names one, else that of the click.',
    from: 'place',
    opens: [],
    filter: 'device',
    sent: { as: 'text', longest: 64, by: 'server' },
  },
  {
    name: 'date',
    label: 'Date',
    many: 'Dates',
    definition: 'The day in the time zone of the report.',
    from: 'time',
    opens: ['hour'],
    hasCost: true,
  },
  {
    name: 'hour',
    label: 'Hour',
    many: 'Hours',
    definition: 'The hour in the time zone of the report. A day has 23 to 25 of them.',
    from: 'time',
    opens: ['campaign_id'],
  },
  {
    name: 'weekday',
    label: 'Weekday',
    many: 'Weekdays',
    definition: 'The day of the week in the time zone of the report.',
    code: '1 for Monday to 7 for Sunday.',
    from: 'time',
    type: 'number',
    names: 'day',
    opens: ['hour_of_day'],
    hasCost: true,
  },
  {
    name: 'hour_of_day',
    label: 'Hour of day',
    many: 'Hours of the day',
    definition:
      'The hour on the clock in the time zone of the report, on any day. Costs are by day and have none.',
    code: '0 to 23.',
    from: 'time',
    type: 'number',
    names: 'clock',
    opens: ['weekday'],
  },
] as const satisfies readonly DimensionRow[];
