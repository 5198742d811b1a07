import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { PixelType } from '#contract/event-pixels/schemas.ts';
import type { PixelTest } from '#contract/event-pixels/test-delivery.ts';
import type { PixelEvent } from '../database/payloads/pixel-event.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { attempt } from './delivery-attempt.ts';
import { readExecutions } from './delivery-log.ts';
import { hostOf } from './payload/build-request.ts';
import { hashedEmail } from './payload/hashed-person.ts';
import type { PixelRow } from './repository.ts';

type Hands = Parameters<typeof attempt>[1] & { pool: pg.Pool; now: () => Date };

const needsCode: readonly PixelType[] = ['meta_capi', 'tiktok_events'];

/** Sends one invented conversion and stores the result, outside all figures. */
export async function sendTestDelivery(
  { pool, now, ...hands }: Hands,
  pixel: PixelRow,
  code: string | undefined,
): Promise<PixelTest> {
  const { id, type } = pixel;
  if (type === 'html') {
    throw new Refusal(400, { detail: 'Code runs in the page: send a test order to see it.' });
  }
  const testCode = code === undefined ? {} : { test_event_code: code };
  const config = needsCode.includes(type) ? { ...pixel.config, ...testCode } : pixel.config;
  if (needsCode.includes(type) && !config.test_event_code) {
    throw invalid('test_event_code', 'Enter a test code: without one the platform would count it.');
  }
  const at = now();
  const facts = await invented(pool, pixel, at);
  const host = hostOf(pixel, hands.destinations);
  const claimed = {
    id: '0',
    pixel_id: id,
    type,
    config,
    secrets: pixel.secrets,
    isTest: true,
    url_template: pixel.url_template,
    method: pixel.method,
    facts,
    host,
    event_id: facts.event_id,
    key: facts.event_id,
    attempts: 1,
    told_payout: '0',
  };
  const { result } = await attempt(claimed, hands);
  const { outcome, status, latency, request, excerpt } = result;
  const one = { at: at.toISOString(), outcome, http_status: status, latency_ms: latency };
  const { rows } = await pool.query<{ id: string }>(
    `insert into pixel_deliveries (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, state,
       attempts, next_at, outcome, http_status, latency_ms, request, response_excerpt, tries, is_test, tried_at,
       created_at, finished_at)
     values ($1, $2, $3, $2, $2, $4, 0, $5, 1, $6, $7, $8, $9, $10, $11, $12, true, $6, $6, $6)
     returning (id + 1)::text as id`,
    [
      id,
      facts.conversion_id,
      facts.status,
      host,
      outcome === 'ok' ? 'done' : 'given_up',
      at,
      outcome,
      status,
      latency,
      request,
      excerpt,
      JSON.stringify([one]),
    ],
  );
  const { executions } = await readExecutions(pool, id, { cursor: rows[0]?.id, limit: 1 });
  const [execution] = executions;
  if (!execution) throw new Error('The test of a pixel was not kept.');
  return { ...execution, is_test: true };
}

/** An invented conversion of an invented person. */
async function invented(pool: pg.Pool, { id, fire_on }: PixelRow, at: Date): Promise<PixelEvent> {
  const { rows } = await pool.query<{
    name: string;
    currency: string;
    home: string;
    affid: string;
  }>(
    `select lower(m.event_name) as name, p.currency, p.url as home, a.aff_id as affid
     from event_pixels e join master_pixels m on m.id = e.event_id
     join affiliates a on a.id = e.affiliate_id join projects p on p.id = a.project_id
     where e.id = $1`,
    [id],
  );
  const { name = '', currency = '', home = '', affid = '' } = rows[0] ?? {};
  const number = `test-${randomBytes(6).toString('hex')}`;
  return {
    conversion_id: number,
    event_id: number,
    order_id: number,
    click_id: number,
    event_name: name,
    event_time: at.toISOString(),
    status: fire_on[0] ?? 'approved',
    value: '1.0000',
    payout: '1.0000',
    currency,
    project_value: '1.0000',
    project_currency: currency,
    affid,
    url: home,
    country: '',
    affsub: '',
    offer_id: '',
    campaign_id: '',
    adset_id: '',
    ad_id: '',
    visitor_id: number,
    click_time: at.getTime(),
    user_agent: 'Clickledger test',
    platform_ids: {},
    email_sha256: hashedEmail('test@example.com'),
    phone_sha256: '',
    external_id_sha256: '',
  };
}
