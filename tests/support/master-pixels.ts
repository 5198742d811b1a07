import type {
  MasterPixel,
  PixelExecuted,
  Snippet,
  Verified,
} from '#contract/master-pixels/schemas.ts';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import type { Installation } from '#machines/master-pixels/pixel-install.ts';

export const pixel: MasterPixel = {
  id: 5,
  project: 7,
  name: 'Shop',
  event_name: 'purchase',
  is_primary: true,
  counts_as_revenue: true,
  key: 'mp_7f3a',
  domains: ['shop.example'],
  consent_mode: 'assumed',
  status: 'active',
  state: 'active',
  state_reason: 'Events arrive as usual.',
  created_at: '2026-11-01T09:00:00.000Z',
  first_seen_at: '2026-11-02T14:03:11.000Z',
  last_seen_at: '2026-11-20T20:13:41.000Z',
  count_24h: 812,
  received_24h: 9120,
  event_pixels: 3,
  rejected_24h: [
    { reason: 'bot', count: 311 },
    { reason: 'domain_not_allowed', count: 4 },
  ],
  script: { url: 'https://ledger.example/t/px.js', version: 'a1', versioned_url: null },
};
/** A pixel that is not installed yet, for any site. */
export const freshPixel: MasterPixel = {
  ...pixel,
  id: 6,
  name: 'Sign-up',
  event_name: 'lead',
  is_primary: false,
  counts_as_revenue: false,
  key: 'mp_9c1d',
  domains: [],
  state: 'unverified',
  state_reason: 'No event has arrived.',
  first_seen_at: null,
  last_seen_at: null,
  count_24h: 0,
  received_24h: 0,
  event_pixels: 0,
  rejected_24h: [],
};

const snippet: Snippet = [
  {
    title: 'Paste this into the head of every page',
    language: 'html',
    code: '<script async src="https://ledger.example/t/px.js" data-key="mp_9c1d"></script>',
    note: 'Once on a page is enough.',
  },
];
export const installation: Installation = {
  pixel: freshPixel,
  snippets: { html: snippet, gtm: snippet, shopify: snippet, s2s: snippet },
};

export const collected: CollectedEvent = {
  kind: 'event',
  id: '12.3.1795205621000',
  uid: 'u1',
  project_id: 7,
  side: 'browser',
  event_name: 'page_view',
  event_time: '2026-11-20T20:13:58.000Z',
  received_at: '2026-11-20T20:13:59.000Z',
  affid: '1001',
  affsub: null,
  event_id: 'ev-1',
  order_id: null,
  value: 0,
  currency: 'USD',
  campaign_id: null,
  adset_id: null,
  ad_id: null,
  country: 'US',
  device: 'mobile',
  status: 'approved',
  is_test: false,
  is_bot: false,
  master_pixel: 6,
  url: 'https://www.shop.example/cart',
  network: '203.0.113.0',
  conversion: null,
  twin: null,
};
/** An order that both sides reported, with different values. */
export const ordered: CollectedEvent = {
  ...collected,
  id: '13.1.1795205622000',
  uid: 'u2',
  side: 'server',
  event_name: 'purchase',
  event_id: 'o-5521',
  order_id: '5521',
  value: 86,
  affid: '1002',
  url: null,
  conversion: { id: 'cv_5521', affid: '1002' },
  twin: {
    side: 'browser',
    event_time: '2026-11-20T20:13:57.000Z',
    differences: [{ field: 'value', server: '86.00', browser: '0.00' }],
  },
};

export const found: Verified = {
  verdict: 'found',
  message: 'The page has the pixel.',
  url: 'https://shop.example/',
  http_status: 200,
  checks: [{ id: 'script', ok: true, message: 'The script is there.' }],
};
export const notFound: Verified = {
  ...found,
  verdict: 'not_found',
  message: 'The page does not hold the script.',
  checks: [
    { id: 'reachable', ok: true, message: 'The page answers.' },
    { id: 'script', ok: false, message: 'The script is not there.' },
    { id: 'csp_script', ok: null, message: 'Not looked at.' },
  ],
};

export const passed: OrderTest = {
  test_id: 't_9',
  order_id: 'test-9',
  hops: [
    { hop: 'click', ok: true, ms: 12, message: 'The link counted a click.' },
    { hop: 'visible', ok: true, ms: 420, message: 'The order is in the log.' },
  ],
  pixels: [{ id: 21, name: 'Meta', would_fire: true, message: 'It fires on approved orders.' }],
};
export const broken: OrderTest = {
  ...passed,
  hops: [{ hop: 'click', ok: false, ms: 12, message: 'The link was not found. Add an offer.' }],
  pixels: [],
};

export const executed: PixelExecuted = {
  executed: true,
  affid: '1001',
  ss: null,
  first_executed_at: '2026-11-02T14:03:11.000Z',
  last_executed_at: '2026-11-20T20:13:41.000Z',
  count_today: 402,
  count_24h: 812,
  expected_24h: 780,
  events: [{ event_name: 'purchase', count_24h: 61, last_executed_at: '2026-11-20T20:13:41.000Z' }],
  checks: [
    {
      id: 'event_id_present',
      ok: true,
      value: 0.991,
      message: '99.1 % of events carry an event id.',
    },
    { id: 'snippet_once', ok: false, value: 2, message: 'The snippet is twice on /checkout.' },
  ],
  dedup: { both: 48, server_only: 9, browser_only: 4, match_rate: 0.787 },
};
export const neverExecuted: PixelExecuted = {
  executed: false,
  affid: '1002',
  ss: null,
  first_executed_at: null,
  last_executed_at: null,
  count_today: 0,
  count_24h: 0,
  events: [],
  checks: [],
  dedup: null,
};
