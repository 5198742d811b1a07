import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { Execution, Pixel } from '#contract/event-pixels/schemas.ts';
import type { PixelTest } from '#contract/event-pixels/test-delivery.ts';
import type { EditorData } from '#machines/event-pixels/pixel-editor.ts';
import { draftFor, type PixelEvent, scopeOf } from '#machines/event-pixels/pixel-model.ts';
import type { DeliveryPage } from '#model/deliveries.ts';
import { member, query } from './samples.ts';

const purchase: PixelEvent = {
  id: 1,
  name: 'Purchase',
  event_name: 'purchase',
  is_primary: true,
};

/** An event that does not count as a conversion. */
export const lead: PixelEvent = { id: 2, name: 'Lead', event_name: 'lead', is_primary: false };

export const place = scopeOf(query, member);

/** A partner that receives every sale, with a key in a header. */
export const partner: Pixel = {
  id: 21,
  affiliate: 3,
  event: 1,
  name: 'Partner',
  type: 'postback',
  side: 'server',
  status: 'active',
  config: { headers: { 'X-Key': '••••k3' } },
  approved_code: null,
  url_template: 'https://partner.test/pb?click={click_id}&txid={event_id}&sum={payout}',
  method: 'GET',
  fire_on: ['pending', 'approved'],
  dedup_mode: 'ignore_by_event_id',
  last_fired_at: '2026-11-20T20:13:42.000Z',
  last_status: 200,
  failures_24h: 2,
  silent_reason: null,
  updated_at: '2026-11-20T20:00:00.000Z',
};

/** A paused platform pixel that has never fired. */
export const platform: Pixel = {
  ...partner,
  id: 22,
  affiliate: 4,
  name: 'Meta purchases',
  type: 'meta_capi',
  status: 'paused',
  config: { pixel_id: '1234567890', access_token: '••••9x', test_event_code: null },
  url_template: null,
  method: 'POST',
  last_fired_at: null,
  last_status: null,
  failures_24h: 0,
};

/** Code that was changed by a member who may not approve it. */
export const codePixel: Pixel = {
  ...platform,
  id: 23,
  name: 'Code',
  type: 'html',
  side: 'browser',
  status: 'active',
  config: { code: '<p>One</p>\n<p>Three</p>' },
  approved_code: '<p>One</p>\n<p>Two</p>',
};

export const pixelList = { rows: [partner, platform], extra: { events: [purchase] } };
export const noPixels = { rows: [], extra: { events: [purchase] } };
export const openedPixel: EditorData = { pixel: partner, events: [purchase] };

/** Its name was changed, and not saved. */
export const unsaved = {
  ...draftFor({ kind: 'one', id: partner.id }, partner, [purchase], place),
  name: 'Partner of old',
};

export const health: PixelHealth = {
  hours: 24,
  level: 'amber',
  reason: '2 of 40 deliveries failed: the partner answered with an error.',
  eligible: 40,
  ok: 38,
  failed: 2,
  waiting: 0,
  fire_rate: 0.95,
  success: 0.95,
  p95_latency_ms: 420,
  last_ok_at: '2026-11-20T20:13:42.000Z',
  outcomes: [
    { outcome: 'ok', count: 38 },
    { outcome: 'http_error', count: 2 },
  ],
  match_score: null,
  match_keys: [],
};

const delivered: Execution = {
  id: '901',
  conversion: 'cv_1041',
  event_id: 'ev-1041',
  status: 'approved',
  outcome: 'ok',
  state: 'done',
  attempts: 1,
  is_test: false,
  tries: [{ at: '2026-11-20T20:13:42.000Z', outcome: 'ok', http_status: 200, latency_ms: 120 }],
  next_at: null,
  http_status: 200,
  latency_ms: 120,
  request: {
    method: 'GET',
    url: 'https://partner.test/pb?click=ck_77&txid=ev-1041&sum=12.00',
    body: '',
  },
  response_excerpt: 'OK',
  created_at: '2026-11-20T20:13:41.000Z',
  finished_at: '2026-11-20T20:13:42.000Z',
};
const failing: Execution = {
  ...delivered,
  id: '900',
  event_id: 'ev-1040',
  outcome: 'http_error',
  state: 'waiting',
  attempts: 2,
  tries: [
    { at: '2026-11-20T20:10:00.000Z', outcome: 'timeout', http_status: null, latency_ms: 10_000 },
    { at: '2026-11-20T20:11:00.000Z', outcome: 'http_error', http_status: 500, latency_ms: 80 },
  ],
  next_at: '2026-11-20T20:16:00.000Z',
  http_status: 500,
  latency_ms: 80,
  response_excerpt: 'Try later',
  finished_at: null,
};

export const deliveries: DeliveryPage = { rows: [delivered], next: '901' };
export const lastDeliveries: DeliveryPage = { rows: [failing], next: null };
export const noDeliveries: DeliveryPage = { rows: [], next: null };

export const passedTest: PixelTest = { ...delivered, is_test: true };
export const warnedTest: PixelTest = { ...passedTest, event_id: 'test-2' };
export const refusedTest: PixelTest = { ...passedTest, outcome: 'http_error', http_status: 403 };
export const lateTest: PixelTest = { ...passedTest, outcome: 'timeout', http_status: null };
