import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStores } from '#tests/support/stores.ts';
import { at, event, purchase } from '../pipeline/inbox-events.ts';
import { type PixelFixture, startPixelFixture } from './fixture.ts';
import { replyWith } from './partner.ts';

const stores = sharedStores();
let fixture: PixelFixture;
beforeAll(async () => {
  fixture = await startPixelFixture(stores());
});
afterAll(() => fixture?.stop());

const google = {
  type: 'google_ads',
  path: '/v26/customers/1234567890:uploadClickConversions',
  config: {
    conversion_id: 'AW-123456',
    customer_id: '1234567890',
    conversion_action_id: '7',
    developer_token: 'developer',
    access_token: 'access-secret',
  },
};
const tiktok = {
  type: 'tiktok_events',
  path: '/open_api/v1.3/event/track/',
  config: { pixel_code: 'C4ABCDEFGHIJKLM', access_token: 'access-secret' },
};
const meta = {
  type: 'meta_capi',
  path: '/v21.0/1234567890/events',
  config: { pixel_id: '1234567890', access_token: 'access-secret' },
};

const MINUTE = 60_000;
let count = 0;

/** The recorded outcome of one conversion that a platform answered with this text and 200. */
async function told(
  platform: typeof google | typeof tiktok | typeof meta,
  text: string,
  status = 200,
) {
  const { type, path, config } = platform;
  const { owner, affiliate, event: eventId, projectId } = await fixture.company();
  const pixel = await fixture.create(owner, { affiliate, event: eventId, type, config });
  count += 1;
  const click_id = `ck-${count}`;
  fixture.partner.answersAt(path, replyWith(status, text));
  const before = fixture.partner.heardAt(path).length;
  await fixture.happen([
    event(projectId, {
      event_name: 'click',
      affid: '1001',
      click_id,
      event_time: at(MINUTE),
      platform_click_ids: { gclid: 'g-1', ttclid: 't-1', fbclid: 'f-1' },
    }),
    purchase(projectId, {
      click_id,
      order_id: `o${count}`,
      event_id: `e${count}`,
      value: '86.5',
      event_time: at(5 * MINUTE),
    }),
  ]);
  expect(fixture.partner.heardAt(path).length).toBe(before + 1);
  const [recorded] = await fixture.log(owner, pixel);
  const { failures_24h: failures } = await fixture.read(owner, pixel);
  return { ...recorded, failures };
}

const partial = '{"code":3,"message":"This gclid is not known, conversions[0]"}';

describe("a platform's 200 response", () => {
  it.each([
    ['partialFailureError', google, `{"partialFailureError":${partial},"results":[{}]}`],
    ['partial_failure_error', google, `{"partial_failure_error": ${partial}}`],
    ['a wrong token', tiktok, '{"code":40105,"message":"Access token is incorrect"}'],
    ['no code', tiktok, '{"message":"OK"}'],
    ['null for a code', tiktok, '{"code":null}'],
  ])('is a permanent refusal with %s', async (_, platform, text) => {
    expect(await told(platform, text)).toMatchObject({
      outcome: 'http_error',
      state: 'given_up',
      attempts: 1,
      http_status: 200,
      response_excerpt: text,
      failures: 1,
    });
  });

  it.each([
    ['a fault of TikTok’s own', '{"code":50002,"message":"Internal error"}'],
    ['too many calls', '{"code":40100,"message":"Too many requests"}'],
  ])('is tried again with %s', async (_, text) => {
    expect(await told(tiktok, text)).toMatchObject({
      outcome: 'http_error',
      state: 'waiting',
      http_status: 200,
      response_excerpt: text,
    });
  });

  it.each([
    ['results', google, '{"results":[{"gclid":"g-1"}],"jobId":"7"}'],
    ['an empty failure', google, '{"partialFailureError":{},"results":[{}]}'],
    ['no failure', google, '{"partialFailureError":null}'],
    ['text from Google', google, 'OK'],
    ['JSON that is cut off', google, '{"partialFailureError":{"code":3'],
    ['code 0', tiktok, '{"code":0,"message":"OK","data":{}}'],
    ['text from TikTok', tiktok, '<html>OK</html>'],
    ['Meta’s text', meta, '{"code":40105,"partialFailureError":{"code":3}}'],
  ])('is a success with %s', async (_, platform, text) => {
    expect(await told(platform, text)).toMatchObject({ outcome: 'ok', state: 'done', failures: 0 });
  });

  it('loses secrets that a refusal repeats', async () => {
    const { response_excerpt: excerpt } = await told(
      tiktok,
      '{"code":40105,"message":"access-secret"}',
    );
    expect(excerpt).toContain('40105');
    expect(excerpt).not.toContain('access-secret');
  });

  it('changes nothing for other statuses', async () => {
    expect(await told(tiktok, '{"code":0}', 503)).toMatchObject({
      outcome: 'http_error',
      state: 'waiting',
      http_status: 503,
    });
  });
});
