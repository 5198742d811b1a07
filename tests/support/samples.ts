import type { Problem } from '#contract/problem.ts';
import type { Settings } from '#contract/project.ts';
import type { Answer, Freshness, Lack, Query, Question } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData, Table, TableRow } from '#contract/report.ts';
import type { Session } from '#contract/session.ts';

export const offline: Problem = { kind: 'offline', message: 'The server did not answer.' };
export const refused: Problem = { kind: 'unauthorized', message: 'Your session has ended.' };

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

export const settings: Settings = {
  use_cube: true,
  version: '1.0.0',
  currency: 'USD',
  default_timezone: 'UTC',
  features: { billing: false, sign_up: true, invites: true, capi: true },
};

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
};

export const answered = <Data>(data: Data, lack: Lack | null = null): Answer<Data> => ({
  data,
  freshness,
  lack,
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
    partial: false,
    previous: { conversion: 3, clicks: 198, revenue: 251.1 },
  },
  {
    date: 15,
    start: '2026-11-20T20:00:00Z',
    conversion: 2,
    clicks: 61,
    revenue: 171,
    partial: true,
    previous: { conversion: 9, clicks: 344, revenue: 701 },
  },
  {
    date: 16,
    start: '2026-11-20T21:00:00Z',
    conversion: null,
    clicks: null,
    revenue: null,
    partial: false,
    previous: { conversion: 11, clicks: 350, revenue: 940.2 },
  },
];

export const row: TableRow = {
  key: '238401',
  label: 'BF prospecting',
  child_group_by: 'adset_id',
  clicks: 3100,
  unique_clicks: 2811,
  conversions: 96,
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
  conversion_rate: 0.0342,
  share: 0.4501,
  previous: { server_revenue: 7020, conversions: 83, cost: 2210 },
};

const nothing = {
  conversions: 0,
  clicks: 0,
  server_revenue: 0,
  server_purchases: 0,
  browser_revenue: 0,
  browser_purchases: 0,
  cost: 0,
  payout: 0,
};
export const table: Table = {
  group_by: 'campaign_id',
  rows: [row],
  unattributed: nothing,
  other: { count: 0, ...nothing },
  total: {
    conversions: 96,
    clicks: 3100,
    server_revenue: 8210,
    server_purchases: 96,
    browser_revenue: 14552.1,
    browser_purchases: 171,
    cost: 2400,
    payout: 0,
  },
};
