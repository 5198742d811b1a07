import type {
  Conversion,
  ConversionLedger,
  ConversionSide,
  ConversionStory,
} from '#contract/conversion.ts';
import { type LogPage, type LogQuestion, openLog } from '#contract/conversion-log.ts';
import type { HourlyRow } from '#contract/report.ts';
import { query } from './samples.ts';

const side: ConversionSide = {
  event_time: '2026-11-20T19:03:58.000Z',
  event_id: 'ev-1041',
  order_id: '1041',
  value: 129.9,
  value_sent: 129.9,
  currency_sent: 'USD',
  status: 'approved',
  excluded_reason: null,
  payout: 12,
  raw_count: 1,
  raw_value: 129.9,
};

/** Seen by both sides, which name different values. */
const conversion: Conversion = {
  id: 'cv_1041',
  project_id: 7,
  record: 'conversion',
  event_name: 'purchase',
  event_id: 'ev-1041',
  order_id: '1041',
  click_id: 'ck_77',
  event_time: '2026-11-20T19:03:58.000Z',
  click_time: '2026-11-20T18:45:58.000Z',
  delay_seconds: 1080,
  status: 'approved',
  excluded_reason: null,
  value: 129.9,
  currency: 'USD',
  payout: 12,
  sides: ['server', 'browser'],
  pairing: 'both',
  dedup_method: 'event_id',
  value_mismatch: true,
  server: side,
  browser: { ...side, value: 0, value_sent: 0, raw_value: 0 },
  attributed: true,
  reason: 'Click id ck_77',
  affid: 'a1',
  affiliate_name: 'Northstar Media',
  affsub: null,
  channel: 'paid',
  referrer: null,
  utm_source: 'facebook',
  utm_medium: 'cpc',
  utm_campaign: 'bf',
  utm_content: null,
  campaign_id: '238401',
  campaign_label: 'BF prospecting',
  adset_id: '11',
  adset_label: 'Broad 25–54',
  ad_id: '21',
  ad_label: 'Video A',
  offer_id: '3',
  offer_name: 'Sleep kit',
  country: 'US',
  state: 'US-NY',
  device: 'mobile',
};

/** Seen by the browser alone, and by no click earned. */
const lonely: Conversion = {
  ...conversion,
  id: 'cv_1042',
  order_id: '1042',
  pairing: 'browser_only',
  sides: ['browser'],
  server: null,
  dedup_method: null,
  value_mismatch: false,
  attributed: false,
  click_id: null,
  click_time: null,
  delay_seconds: null,
  reason: 'No click in 30 days',
};

export const logQuestion: LogQuestion = { ...query, filter: openLog };

export const firstPage: LogPage = {
  rows: [conversion],
  next: 'after-1041',
  total: 2,
  asOf: '2026-11-20T20:14:00.000Z',
  lack: null,
};
export const lastPage: LogPage = { ...firstPage, rows: [lonely], next: null, total: null };
export const noPage: LogPage = { ...firstPage, rows: [], next: null, total: 0, lack: 'quiet' };

export const story: ConversionStory = {
  conversion,
  lookback_days: 30,
  touches: [
    {
      time: '2026-11-20T18:45:58.000Z',
      seconds_before: 1080,
      click_id: 'ck_77',
      direct: false,
      named: true,
      within_lookback: true,
      credit: {
        last_click: 1,
        first_click: 0,
        last_non_direct: 1,
        linear: 0.5,
        time_decay: 0.6,
        position: 0.5,
        any_click: 1,
      },
      affid: 'a1',
      affiliate_name: 'Northstar Media',
      affsub: null,
      channel: 'paid',
      referrer: null,
      utm_source: 'facebook',
      utm_medium: 'cpc',
      utm_campaign: 'bf',
      utm_content: null,
      campaign_id: '238401',
      campaign_label: 'BF prospecting',
      adset_id: '11',
      adset_label: 'Broad 25–54',
      ad_id: '21',
      ad_label: 'Video A',
      offer_id: '3',
      offer_name: 'Sleep kit',
      country: 'US',
      state: 'US-NY',
      device: 'mobile',
    },
  ],
  unattributed: 0,
  excluded_because: null,
  events: [
    {
      side: 'server',
      event_time: '2026-11-20T19:03:58.000Z',
      received_at: '2026-11-20T19:04:00.000Z',
      event_name: 'purchase',
      decides: true,
      payload: { order_id: '1041', value: 129.9 },
    },
  ],
  history: [
    { side: 'server', known_at: '2026-11-20T19:04:00.000Z', kind: 'made', changes: [] },
    {
      side: 'server',
      known_at: '2026-11-20T19:30:00.000Z',
      kind: 'changed',
      changes: [{ field: 'status', from: 'pending', to: 'approved' }],
    },
  ],
  refunds: [],
  order: null,
  decisions: [],
  adjustments: [],
  executions: [],
};

/** An hour that earned something, and one in which only the browser saw somebody buy. */
export const hours: HourlyRow[] = [
  {
    hour: '2026-11-20T13:00:00-05:00',
    affid: 'a1',
    server_revenue: 259.8,
    server_aov: 129.9,
    server_purchases: 2,
    server_per_user: 129.9,
    server_users: 2,
    browser_purchases: 1,
    browser_aov: 129.9,
    browser_revenue: 129.9,
    browser_per: 129.9,
    browser_users: 1,
  },
  {
    hour: '2026-11-20T14:00:00-05:00',
    affid: '',
    server_revenue: 0,
    server_aov: null,
    server_purchases: 0,
    server_per_user: null,
    server_users: 0,
    browser_purchases: 1,
    browser_aov: 40,
    browser_revenue: 40,
    browser_per: 40,
    browser_users: 1,
  },
];

export const ledger: ConversionLedger = {
  lines: [
    {
      pairing: 'server_only',
      conversions: 25,
      revenue: 2500,
      server_revenue: 2500,
      browser_revenue: 0,
    },
    {
      pairing: 'both',
      conversions: 65,
      revenue: 6500,
      server_revenue: 6500,
      browser_revenue: 6400,
    },
    {
      pairing: 'browser_only',
      conversions: 10,
      revenue: 1000,
      server_revenue: 0,
      browser_revenue: 1000,
    },
  ],
  total: { conversions: 100, revenue: 10000, server_revenue: 9000, browser_revenue: 7400 },
  fallback: { conversions: 5, revenue: 500 },
  causes: [
    { cause: 'id_missing', conversions: 0, revenue: 0 },
    { cause: 'id_differs', conversions: 5, revenue: 500 },
    { cause: 'too_late', conversions: 1, revenue: 100 },
    { cause: 'not_reported', conversions: 34, revenue: 3400 },
    { cause: 'value_differs', conversions: 1, revenue: 100 },
    { cause: 'sent_twice', conversions: 2, revenue: 200 },
  ],
  countings: [
    { by: 'server', conversions: 90, revenue: 9000 },
    { by: 'browser', conversions: 75, revenue: 7400 },
    { by: 'either', conversions: 100, revenue: 10000 },
    { by: 'server_events', conversions: 92, revenue: 9200 },
    { by: 'browser_events', conversions: 75, revenue: 7400 },
  ],
};
