import type { CapStatus } from '#contract/offers/caps.ts';
import type { OfferDetail, OfferFigures, OfferReport } from '#contract/offers/offer.ts';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import type { Terms, TermsPreview } from '#contract/offers/terms.ts';
import type { AccessRow, CapRow, LogRow, OfferScope } from '#model/offer-detail.ts';
import type { OfferPlace } from '#model/offers.ts';

export const offerScope: OfferScope = { project: 7, id: 41 };
export const offerPlace: OfferPlace = { id: 41, tab: '', range: 'last_7_days', params: {} };

const capStatus: CapStatus = {
  cap: 5,
  metric: 'conversions',
  interval: 'day',
  affiliate: null,
  limit: 100,
  used: 72,
  in_flight: 6,
  pct: 72,
  state: 'open',
  timezone: 'America/New_York',
  resets_at: '2026-11-21T05:00:00.000Z',
  forecast_full_at: '2026-11-20T21:20:00.000Z',
  p_full_before_reset: 0.83,
};

export const offer: OfferDetail = {
  id: 41,
  project: 7,
  offer_id: '101',
  name: 'Glow serum',
  status: 'active',
  advertiser_name: 'Lumen Labs',
  network: 'Everflow',
  category: 'Beauty',
  tags: ['evergreen'],
  thumbnail: null,
  preview_url: 'https://preview.test/glow',
  visibility: 'approval',
  country_mode: 'include',
  countries: ['US', 'CA'],
  devices: ['mobile'],
  os: [],
  starts_at: null,
  ends_at: null,
  timezone: 'America/New_York',
  currency: 'USD',
  version: 3,
  created_at: '2026-10-01T12:00:00.000Z',
  payout: {
    terms: 418,
    payout_type: 'cpa',
    payout_amount: 32,
    payout_pct: null,
    has_tiers: true,
    varies: true,
  },
  access: [],
  requests: 1,
  caps: [capStatus],
  warning: null,
  description:
    'Sells **well** on mobile.\n\n- Short pages\n- [Rules](https://rules.test/a)\n\n<b>No</b>',
  allowed_traffic: ['social', 'native'],
  forbidden_traffic: ['brand_bidding'],
  click_window_days: 30,
  allow_multiple_conversions: false,
  hold_days: 14,
  auto_approve: true,
  over_cap_policy: 'redirect',
  goals: [{ key: 'upsell', name: 'Upsell', event: 'upsell' }],
  updated_at: '2026-11-18T12:00:00.000Z',
  archived_at: null,
  tested_at: '2026-11-18T12:00:00.000Z',
  internal: {
    external_offer_id: 'EF-9',
    destination_url: 'https://shop.test/glow?sub={click_id}&v=2',
    postback_ips: ['203.0.113.7'],
    fallback_offer: 42,
    fallback_offer_name: 'Night cream',
    fallback_url: null,
    own_timezone: null,
    notes: 'Ask Kim before a change of the price.',
    earlier_destination: {
      url: 'https://shop.test/glow?sub={click_id}&v=1',
      until: '2026-11-20T20:25:00.000Z',
    },
    leads_to: null,
  },
};

/** The same offer as an affiliate reads it. */
export const ownOffer: OfferDetail = {
  ...offer,
  advertiser_name: '',
  network: '',
  requests: null,
  internal: null,
  access: [
    { affiliate: 3, affid: '1001', name: 'North Media', status: 'approved', reason: '' },
    { affiliate: 4, affid: '1002', name: 'South Media', status: 'none', reason: '' },
  ],
};

const figures: OfferFigures = {
  clicks: 1_000,
  conversions: 40,
  pending: 5,
  approved: 30,
  rejected: 5,
  payout: 1_280,
  revenue: 1_800,
  profit: 520,
  epc: 1.28,
  network_epc: 1.8,
  conversion_rate: 0.04,
  approval_rate: 0.857,
  margin: 0.289,
};

const reportOf = (rows: OfferReport['rows']): OfferReport => ({
  start_date: '2026-11-14',
  end_date: '2026-11-20',
  timezone: 'America/New_York',
  total: figures,
  rows,
});

const half = { ...figures, clicks: 500, conversions: 20, payout: 640, revenue: 900 };
export const dailyReport = reportOf([
  { key: '2026-11-19', label: '2026-11-19', ...half, scrub: null },
  { key: '2026-11-20', label: '2026-11-20', ...half, scrub: null },
]);
export const affiliateReport = reportOf([
  {
    key: '3',
    label: 'North Media',
    ...half,
    scrub: { rate: 0.05, low: 0.01, high: 0.2, is_high: false },
  },
  {
    key: '4',
    label: 'South Media',
    ...half,
    scrub: { rate: 0.4, low: 0.22, high: 0.61, is_high: true },
  },
]);

/** The same days as an affiliate reads them. */
const withoutRevenue = { revenue: null, profit: null, network_epc: null, margin: null };
export const ownReport: OfferReport = {
  ...dailyReport,
  total: { ...figures, ...withoutRevenue },
  rows: dailyReport.rows.map((row) => ({ ...row, ...withoutRevenue })),
};

export const currentTerms: Terms = {
  id: 418,
  goal: 'conversion',
  affiliate: null,
  affid: null,
  country: null,
  device: null,
  revenue_type: 'rpa',
  revenue_amount: 45,
  revenue_pct: null,
  payout_type: 'cpa',
  payout_amount: 32,
  payout_pct: null,
  tiers: [{ from_count: 50, amount: 35 }],
  starts_at: '2026-10-01T12:00:00.000Z',
  ends_at: '2026-12-01T05:00:00.000Z',
  state: 'current',
  reason: 'Start',
  created_at: '2026-10-01T12:00:00.000Z',
  created_by: 'Ana Ruiz',
  can_withdraw: false,
};
export const plannedTerms: Terms = {
  ...currentTerms,
  id: 420,
  payout_amount: 28,
  tiers: [],
  starts_at: '2026-12-01T05:00:00.000Z',
  ends_at: null,
  state: 'planned',
  reason: '',
  can_withdraw: true,
};
const countryTerms: Terms = {
  ...currentTerms,
  id: 419,
  affiliate: 3,
  affid: '1001',
  country: 'CA',
  device: 'mobile',
  payout_type: 'cps',
  payout_amount: null,
  payout_pct: 12.5,
  tiers: [],
  ends_at: null,
};
export const allTerms: Terms[] = [plannedTerms, countryTerms, currentTerms];

export const termsPreview: TermsPreview = {
  starts_at: '2026-11-21T05:00:00.000Z',
  replaces: 418,
  affiliates: [
    {
      affiliate: 3,
      affid: '1001',
      name: 'North Media',
      conversions: 30,
      payout_before: 960,
      payout_after: 1_440,
      revenue_before: 1_350,
      revenue_after: 1_350,
      negative_margin: true,
    },
  ],
  total: {
    conversions: 30,
    payout_before: 960,
    payout_after: 1_440,
    revenue_before: 1_350,
    revenue_after: 1_350,
  },
  warnings: ['North Media has clicks in the last 7 days.'],
};

export const capRow: CapRow = {
  id: 5,
  offer: 41,
  metric: 'conversions',
  interval: 'day',
  limit: 100,
  affiliate: null,
  affid: null,
  counts_statuses: ['pending', 'approved'],
  soft_pct: 90,
  policy: null,
  version: 1,
  created_at: '2026-10-01T12:00:00.000Z',
  fill: capStatus,
};

export const accessRows: AccessRow[] = [
  {
    id: 3,
    affiliate: 3,
    affid: '1001',
    name: 'North Media',
    status: 'approved',
    requested_at: '2026-10-02T12:00:00.000Z',
    note: '',
    decided_at: '2026-10-03T12:00:00.000Z',
    decided_by: 'Ana Ruiz',
    reason: '',
    version: 2,
  },
  {
    id: 4,
    affiliate: 4,
    affid: '1002',
    name: 'South Media',
    status: 'pending',
    requested_at: '2026-11-19T12:00:00.000Z',
    note: 'Native traffic',
    decided_at: null,
    decided_by: null,
    reason: '',
    version: 1,
  },
];

export const runningTest: PostbackTest = {
  id: 9,
  offer: 41,
  affiliate: 3,
  affid: '1001',
  started_at: '2026-11-20T20:14:00.000Z',
  click_id: 'c_1',
  click_url: 'https://track.test/t/c/1001?offer=101&test=1',
  postback_url: 'https://track.test/t/pb?key=YOUR_COLLECT_KEY&click_id=c_1',
  state: 'running',
  steps: [
    { step: 'click', state: 'passed', message: 'The click was taken.', at: null },
    { step: 'redirect', state: 'passed', message: 'It led to the shop.', at: null },
    { step: 'postback', state: 'waiting', message: 'It waits for the postback.', at: null },
    { step: 'payout', state: 'waiting', message: 'It waits for the conversion.', at: null },
  ],
  payout: null,
  terms: null,
};
export const passedTest: PostbackTest = {
  ...runningTest,
  state: 'passed',
  steps: runningTest.steps.map((step) => ({ ...step, state: 'passed' as const })),
  payout: 32,
  terms: 418,
};
export const timedOutTest: PostbackTest = {
  ...runningTest,
  state: 'timed_out',
};

export const logRow: LogRow = {
  id: 'first-0',
  at: '2026-11-18T12:00:00.000Z',
  by: 'Ana Ruiz',
  action: 'offer.status-changed',
  what: 'Changed the status of an offer',
  details: { to: 'active', reason: '' },
};
