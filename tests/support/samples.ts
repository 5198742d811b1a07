import type { Session } from '#contract/accounts/session.ts';
import { defaultAttribution } from '#contract/analytics/attribution.ts';
import type { FilterGroup } from '#contract/analytics/dimensions.ts';
import type {
  CcData,
  CountryRow,
  Definition,
  Funnel,
  GraphPoint,
  MonthRow,
  Payment,
  RcData,
  ReportMeta,
  RevenueRange,
  StateRow,
  Table,
  TableRow,
} from '#contract/analytics/report.ts';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { UpgradeNotice } from '#contract/installation/upgrade-notices.ts';
import type { Problem } from '#contract/problem.ts';
import type { ScreenInput } from '#machines/kit/screen.ts';
import type {
  EmptyReason,
  FilterValue,
  Freshness,
  Query,
  Question,
  ReportResponse,
} from '#model/query.ts';

export const offline: Problem = { kind: 'offline', message: 'The server did not answer.' };
export const refused: Problem = { kind: 'unauthorized', message: 'Your session has ended.' };

/** A notice of an upgrade that changed figures. */
export const upgradeNotice: UpgradeNotice = {
  id: 'profit-orders-costs',
  text: 'This upgrade corrected how profit is counted.',
  changes: [
    { figure: 'Profit', change: 'Refunds now lower it.' },
    { figure: 'Costs', change: 'They are stored for each affiliate.' },
  ],
};

export const member: Session = {
  token: 'clu_first',
  id: 12,
  email: 'ana@acme.test',
  full_name: 'Ana Ruiz',
  first_name: 'Ana',
  last_name: 'Ruiz',
  phone: null,
  image: null,
  state: 'active',
  is_superuser: false,
  is_debug: false,
  timezone: 'America/New_York',
  email_notifications: true,
  projects: [
    {
      id: 7,
      name: 'Acme',
      slug: 'acme',
      timezone: 'America/New_York',
      currency: 'USD',
      role: 'owner',
    },
    { id: 8, name: 'Bolt', slug: 'bolt', timezone: 'UTC', currency: 'EUR', role: 'viewer' },
  ],
  affiliates: [
    {
      id: 3,
      aff_id: '1001',
      name: 'North Media',
      project: 7,
      project_name: 'Acme',
      project_slug: 'acme',
    },
    {
      id: 4,
      aff_id: '1002',
      name: 'South Media',
      project: 7,
      project_name: 'Acme',
      project_slug: 'acme',
    },
    {
      id: 5,
      aff_id: '2001',
      name: 'East Media',
      project: 8,
      project_name: 'Bolt',
      project_slug: 'bolt',
    },
  ],
  subscriptions: [
    { id: 5, status: 'active', project: 7, plan: 2 },
    { id: 6, status: 'past_due', project: 8, plan: 1 },
  ],
};

export const query: Query = {
  project: 7,
  currency: 'USD',
  affiliates: [],
  period: { start: '2026-11-20', end: '2026-11-20' },
  timezone: 'America/New_York',
  comparison: 'same_elapsed',
  comparedPeriod: null,
  ...defaultAttribution,
  browserConversions: false,
  uniqueConversions: true,
  countries: [],
  offerIds: [],
  filters: {},
};
export const question: Question = { ...query, source: 'rest' };
export const lastWeek: Question = {
  ...question,
  period: { start: '2026-11-14', end: '2026-11-20' },
};
export const otherProject: Question = { ...question, project: 8, currency: 'EUR' };

export const raised: Annotation = {
  id: 31,
  project: 7,
  type: 'note',
  at: '2026-11-20T05:12:00.000Z',
  text: 'Raised the budget',
  author: 'Ana Ruiz',
  can_change: true,
};
export const joined: Annotation = {
  id: null,
  project: 7,
  type: 'auto',
  at: '2026-11-20T20:02:00.000Z',
  text: 'North Media was added as an affiliate.',
  author: null,
  can_change: false,
};
export const annotations: Annotation[] = [raised, joined];

export const settings: Settings = {
  use_cube: true,
  version: '1.0.0',
  currency: 'USD',
  default_timezone: 'UTC',
  features: { billing: false, sign_up: true, invites: true, capi: true },
};

/** What a screen of the workspace starts with. */
export const screenInput: ScreenInput = { query, member, settings: null };

export const freshness: Freshness = {
  as_of: '2026-11-20T20:14:05Z',
  timezone: 'America/New_York',
  granularity: 'hour',
  currency: 'USD',
  compare: {
    mode: 'same_elapsed',
    utc_from: '2026-11-19T05:00:00Z',
    utc_to: '2026-11-19T20:14:00Z',
  },
  approximate: [],
  complete_through: '2026-11-20T20:13:58Z',
};

/** The meta data of a dashboard answer. */
export const meta: ReportMeta = {
  ...freshness,
  start_date: '2026-11-20',
  end_date: '2026-11-20',
  utc_from: '2026-11-20T05:00:00Z',
  utc_to: '2026-11-21T05:00:00Z',
  side: 'server',
  unique: true,
  model: 'last_click',
  lookback_days: 30,
  clock: 'conversion',
  complete_through: '2026-11-20T20:13:58Z',
  excluded: { bots: 0, duplicates: 0, tests: 0, rejected: 0 },
  definitions_version: 1,
  query_ms: 3,
};

export const filterValues: Partial<Record<FilterGroup, FilterValue[]>> = {
  offer_id: [{ value: '101', label: 'Black Friday bundle', count: 310 }],
  country: [
    { value: 'US', label: 'United States', count: 7001 },
    { value: 'CA', label: 'Canada', count: 611 },
  ],
  utm_source: [
    { value: 'facebook', label: 'facebook', count: 5120 },
    { value: 'google', label: 'google', count: 2044 },
  ],
};

export const answered = <Data>(
  data: Data,
  emptyReason: EmptyReason | null = null,
): ReportResponse<Data> => ({
  data,
  freshness,
  emptyReason,
});

const sides = {
  server_revenue: 18240.5,
  server_aov: 86.04,
  server_purchases: 212,
  server_per_user: 92.12,
  server_users: 198,
  browser_purchases: 171,
  browser_aov: 85.1,
  browser_revenue: 14552.1,
  browser_per: 89.83,
  browser_users: 162,
};

export const totals: RcData = {
  revenue: 18240.5,
  conversions: 212,
  aov: 86.04,
  users: 198,
  per_user: 92.12,
  net_revenue: 17910.5,
  cost: 6120,
  payout: 3648.1,
  profit: 8472.4,
  roas: 2.9805,
  cpa: 28.87,
  ...sides,
  overlap: {
    both: 165,
    server_only: 47,
    browser_only: 6,
    union_purchases: 218,
    union_revenue: 18755.2,
  },
  no_rate: 0,
  previous: {
    revenue: 16011,
    conversions: 190,
    aov: 84.27,
    users: 177,
    per_user: 90.46,
    cost: 5900,
    profit: 6909,
    roas: 2.7137,
    cpa: 31.05,
  },
  change: {
    revenue: 0.1392,
    conversions: 0.1158,
    aov: 0.021,
    users: 0.1186,
    per_user: 0.0184,
    cost: 0.0373,
    profit: 0.2263,
    roas: 0.0983,
    cpa: -0.0702,
  },
};

export const clicks: CcData = {
  clicks: 9120,
  unique_clicks: 7804,
  conversions: 212,
  unique_conversions: 212,
  raw_conversions: 224,
  conversion_rate: 0.0272,
  epc: 2,
  bot_clicks: 311,
  previous: {
    clicks: 8702,
    unique_clicks: 7455,
    conversions: 190,
    conversion_rate: 0.0255,
    epc: 1.84,
  },
  change: { clicks: 0.048, conversions: 0.1158, conversion_rate: 0.0659, epc: 0.087 },
};

export const graph: GraphPoint[] = [
  {
    date: 0,
    start: '2026-11-20T05:00:00Z',
    conversion: 4,
    clicks: 210,
    revenue: 340,
    cost: null,
    partial: false,
    previous: { conversion: 3, clicks: 198, revenue: 251.1, cost: null },
  },
  {
    date: 15,
    start: '2026-11-20T20:00:00Z',
    conversion: 2,
    clicks: 61,
    revenue: 171,
    cost: null,
    partial: true,
    previous: { conversion: 9, clicks: 344, revenue: 701, cost: null },
  },
  {
    date: 16,
    start: '2026-11-20T21:00:00Z',
    conversion: null,
    clicks: null,
    revenue: null,
    cost: null,
    partial: false,
    previous: { conversion: 11, clicks: 350, revenue: 940.2, cost: null },
  },
];

export const row: TableRow = {
  key: '238401',
  label: 'BF prospecting',
  child_group_by: 'adset_id',
  clicks: 3100,
  unique_clicks: 2811,
  conversions: 96,
  revenue: 8210,
  net_revenue: 8210,
  aov: 85.52,
  users: 91,
  per_user: 90.22,
  ...sides,
  server_revenue: 8210,
  server_purchases: 96,
  server_aov: 85.52,
  cost: 2400,
  payout: 0,
  profit: 5810,
  roas: 3.4208,
  cpa: 25,
  epc: 2.65,
  roi: 2.4208,
  margin: 0.7077,
  conversion_rate: 0.0342,
  share: 0.4501,
  impressions: 240_000,
  ad_clicks: 3280,
  cost_with_impressions: 2400,
  ad_clicks_with_impressions: 3280,
  cost_with_ad_clicks: 2400,
  cpm: 10,
  ctr: 0.01366667,
  cpc: 0.73,
  previous: {
    server_revenue: 7020,
    revenue: 7020,
    conversions: 83,
    clicks: 2980,
    cost: 2210,
    profit: 4810,
    roas: 3.1765,
  },
};

const nothing = {
  conversions: 0,
  clicks: 0,
  revenue: 0,
  net_revenue: 0,
  server_revenue: 0,
  server_purchases: 0,
  browser_revenue: 0,
  browser_purchases: 0,
  cost: 0,
  payout: 0,
  impressions: 0,
  ad_clicks: 0,
  cost_with_impressions: 0,
  ad_clicks_with_impressions: 0,
  cost_with_ad_clicks: 0,
};
export const table: Table = {
  group_by: 'campaign_id',
  rows: [row],
  unattributed: nothing,
  other: { count: 0, ...nothing },
  total: {
    conversions: 96,
    clicks: 3100,
    revenue: 8210,
    net_revenue: 8210,
    server_revenue: 8210,
    server_purchases: 96,
    browser_revenue: 14552.1,
    browser_purchases: 171,
    cost: 2400,
    payout: 0,
    impressions: 240_000,
    ad_clicks: 3280,
    cost_with_impressions: 2400,
    ad_clicks_with_impressions: 3280,
    cost_with_ad_clicks: 2400,
  },
};

/** The same table with campaigns that spent without a sale, each 50. */
export function spentTable(count: number) {
  const sums = { ...nothing, clicks: count * 20, cost: count * 50 };
  const { total } = table;
  return {
    ...table,
    other: { count, ...sums },
    spent: {
      count,
      ...sums,
      rows: Array.from({ length: count }, (_, index) => ({
        ...row,
        ...nothing,
        clicks: 20,
        unique_clicks: 18,
        cost: 50,
        profit: -50,
        roas: 0,
        roi: -1,
        margin: null,
        cpm: null,
        ctr: null,
        cpc: null,
        cpa: null,
        epc: 0,
        conversion_rate: 0,
        aov: null,
        users: 0,
        per_user: null,
        share: 0,
        key: `w${index}`,
        label: `Waste ${index + 1}`,
      })),
    },
    total: { ...total, clicks: total.clicks + sums.clicks, cost: total.cost + sums.cost },
  } satisfies Table;
}

const place = {
  clicks: 7001,
  unique_clicks: 6010,
  conversions: 180,
  revenue: 15500,
  aov: 86.11,
  users: 168,
  conversion_rate: 0.03,
  share: 0.8498,
  previous: { conversions: 160, revenue: 13400 },
};
const lesserPlace = {
  clicks: 611,
  unique_clicks: 540,
  conversions: 24,
  revenue: 2140.5,
  aov: 89.19,
  users: 22,
  conversion_rate: 0.0444,
  share: 0.1173,
  previous: null,
};
export const countries: CountryRow[] = [
  { country: 'US', country_name: 'United States', ...place },
  { country: 'CA', country_name: 'Canada', ...lesserPlace },
  {
    country: 'ZZ',
    country_name: 'Unknown',
    ...lesserPlace,
    conversions: 8,
    revenue: 600,
    share: 0.0329,
  },
];
export const states: StateRow[] = [
  {
    country: 'US',
    country_name: 'United States',
    state: 'TX',
    state_code: 'US-TX',
    state_name: 'Texas',
    ...place,
  },
  {
    country: 'CA',
    country_name: 'Canada',
    state: 'ON',
    state_code: 'CA-ON',
    state_name: 'Ontario',
    ...lesserPlace,
  },
];

export const revenue: RevenueRange = {
  rows: [
    {
      date: '2026-11-19',
      start: '2026-11-19T05:00:00Z',
      revenue: 17010,
      cumulative: 17010,
      previous_date: '2026-11-12',
      previous_revenue: 15800,
      previous_cumulative: 15800,
      partial: false,
    },
    {
      date: '2026-11-20',
      start: '2026-11-20T05:00:00Z',
      revenue: 18240.5,
      cumulative: 35250.5,
      previous_date: '2026-11-13',
      previous_revenue: 16011,
      previous_cumulative: 31811,
      partial: true,
    },
    {
      date: '2026-11-21',
      start: '2026-11-21T05:00:00Z',
      revenue: null,
      cumulative: null,
      previous_date: '2026-11-14',
      previous_revenue: 0,
      previous_cumulative: 31811,
      partial: false,
    },
  ],
  total: { revenue: 35250.5, previous_revenue: 31811, change: 0.1081 },
  first_event_at: '2025-03-02T11:20:00Z',
};

/** November 2026 back to November 2025. */
/** Two hours of a week. */
export const weekHours: WeekdayHour[] = [
  {
    weekday: 1,
    hour_of_day: 14,
    clicks: 40,
    conversions: 2,
    revenue: 120,
    conversion_rate: 0.05,
    aov: 60,
    epc: 3,
  },
  {
    weekday: 7,
    hour_of_day: 23,
    clicks: 12,
    conversions: 0,
    revenue: 0,
    conversion_rate: 0,
    aov: null,
    epc: 0,
  },
];

export const months: MonthRow[] = Array.from({ length: 13 }, (_, back) => {
  const month = new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 7);
  return {
    hour: `${month}-01T00:00:00.000`,
    month,
    server_revenue: 210_400 - back * 10_000,
    browser_revenue: 171_300 - back * 10_000,
    revenue: 210_400 - back * 10_000,
    server_purchases: 2460 - back * 100,
    partial: back === 0,
  };
});

export const funnel: Funnel = {
  funnel: { slug: 'default', name: 'Store' },
  ordered: true,
  window_minutes: 10_080,
  steps: [
    {
      order: 1,
      name: 'Landing',
      event_name: 'page_view',
      users: 7804,
      events: 9120,
      rate_from_previous: 1,
      rate_from_start: 1,
      dropped: 0,
      median_seconds: 0,
      revenue: 0,
    },
    {
      order: 2,
      name: 'Add to cart',
      event_name: 'add_to_cart',
      users: 1310,
      events: 1502,
      rate_from_previous: 0.1679,
      rate_from_start: 0.1679,
      dropped: 6494,
      median_seconds: 148,
      revenue: 0,
    },
    {
      order: 3,
      name: 'Purchase',
      event_name: 'purchase',
      users: 198,
      events: 212,
      rate_from_previous: 0.1511,
      rate_from_start: 0.0254,
      dropped: 1112,
      median_seconds: 402,
      revenue: 18_240.5,
    },
  ],
  previous_steps: null,
};

const payment: Payment = {
  affiliate_id: 3,
  affid: '1001',
  project: 7,
  project_name: 'Acme',
  purchases: 120,
  revenue: 10_320,
  refunds: 2,
  refund_amount: 172,
  adjustment_amount: 0,
  net_revenue: 10_148,
  payout: 2029.6,
  payout_paid: 1500,
  payout_due: 529.6,
  aov: 86,
  users: 115,
  per_user: 89.74,
  currency: 'USD',
  last_payment_at: '2026-11-15T00:00:00Z',
};
export const payments: Payment[] = [
  payment,
  { ...payment, affiliate_id: 4, affid: '1002', purchases: 92, revenue: 7920.5, payout_due: 0 },
];

export const definitions: Definition[] = [
  {
    name: 'server_revenue',
    title: 'Server revenue',
    description: 'Value of the conversions the server reported.',
    unit: 'currency',
    formula: 'sum of values, server side',
    additive: true,
    version: 3,
  },
];
