import type { CapStatus } from '#contract/offers/caps.ts';
import type { OfferDetail, OfferFigures, OfferLine } from '#contract/offers/offer.ts';
import type { OfferPlace } from '#model/offers.ts';

const dayCap: CapStatus = {
  cap: 31,
  metric: 'conversions',
  interval: 'day',
  affiliate: null,
  limit: 500,
  used: 410,
  in_flight: 12,
  pct: 82,
  state: 'open',
  timezone: 'America/New_York',
  resets_at: '2026-11-21T05:00:00Z',
  forecast_full_at: '2026-11-20T21:20:00Z',
  p_full_before_reset: 0.84,
};

const fullCap: CapStatus = {
  ...dayCap,
  cap: 32,
  limit: 200,
  used: 196,
  in_flight: 4,
  pct: 98,
  state: 'full',
  forecast_full_at: null,
  p_full_before_reset: 1,
};

export const bundle: OfferLine = {
  id: 7,
  project: 7,
  offer_id: '101',
  name: 'Black Friday bundle',
  status: 'active',
  advertiser_name: 'Acme Stores',
  network: '',
  category: 'Shopping',
  tags: ['season'],
  thumbnail: null,
  preview_url: null,
  visibility: 'approval',
  country_mode: 'include',
  countries: ['US', 'CA'],
  devices: [],
  os: [],
  starts_at: null,
  ends_at: null,
  timezone: 'America/New_York',
  currency: 'USD',
  version: 3,
  created_at: '2026-10-01T12:00:00Z',
  payout: {
    terms: 418,
    payout_type: 'cpa',
    payout_amount: 32,
    payout_pct: null,
    has_tiers: false,
    varies: true,
  },
  access: [],
  requests: 2,
  caps: [dayCap],
  warning: null,
  figures: null,
};

export const trial: OfferLine = {
  ...bundle,
  id: 8,
  offer_id: '102',
  name: 'Trial box',
  status: 'pending',
  category: 'Food',
  tags: [],
  countries: [],
  payout: null,
  requests: 0,
  caps: [],
};

const soldOut: OfferLine = {
  ...bundle,
  id: 9,
  offer_id: '103',
  name: 'Winter sale',
  requests: 0,
  caps: [fullCap],
};

export const offerRows: OfferLine[] = [bundle, trial, soldOut];

export const offerFigures: OfferFigures = {
  clicks: 4_120,
  conversions: 96,
  pending: 20,
  approved: 70,
  rejected: 6,
  payout: 2_240,
  revenue: 3_360,
  profit: 1_120,
  epc: 0.5437,
  network_epc: 0.8155,
  conversion_rate: 0.0233,
  approval_rate: 0.921,
  margin: 0.3333,
};

export const offersPlace: OfferPlace = { id: null, range: 'last_7_days', tab: '', params: {} };

/** What an affiliate sees of the same offers: one to run, one to request and one that waits. */
export const affiliateRows: OfferLine[] = [
  {
    ...bundle,
    requests: null,
    access: [{ affiliate: 3, affid: '1001', name: 'North Media', status: 'approved', reason: '' }],
  },
  {
    ...bundle,
    id: 10,
    name: 'Spring box',
    requests: null,
    access: [{ affiliate: 3, affid: '1001', name: 'North Media', status: 'none', reason: '' }],
  },
  {
    ...soldOut,
    requests: null,
    access: [{ affiliate: 3, affid: '1001', name: 'North Media', status: 'open', reason: '' }],
  },
  {
    ...bundle,
    id: 11,
    name: 'Gift card',
    requests: null,
    access: [{ affiliate: 3, affid: '1001', name: 'North Media', status: 'pending', reason: '' }],
  },
];

const { figures: _, ...shared } = bundle;
export const offerDetail: OfferDetail = {
  ...shared,
  description: '',
  allowed_traffic: [],
  forbidden_traffic: [],
  click_window_days: 30,
  allow_multiple_conversions: false,
  hold_days: 7,
  auto_approve: true,
  over_cap_policy: 'redirect',
  goals: [],
  updated_at: '2026-11-10T12:00:00Z',
  archived_at: null,
  tested_at: '2026-10-02T12:00:00Z',
  internal: {
    external_offer_id: '',
    destination_url: 'https://shop.example/?c={click_id}',
    postback_ips: [],
    fallback_offer: null,
    fallback_offer_name: null,
    fallback_url: null,
    own_timezone: null,
    notes: '',
    earlier_destination: null,
    leads_to: null,
  },
};
