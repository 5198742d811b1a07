import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { type BuiltRequest, postRequest, secondsOf } from './destinations.ts';
import { Amount } from './exact-json.ts';

const names = textMap({
  purchase: 'CompletePayment',
  lead: 'SubmitForm',
  complete_registration: 'CompleteRegistration',
  subscribe: 'Subscribe',
  add_to_cart: 'AddToCart',
  initiate_checkout: 'InitiateCheckout',
  view_content: 'ViewContent',
});

/** Events API 2.0. */
export function tiktokRequest(
  config: PixelConfig<'tiktok_events'>,
  pixelEvent: PixelEvent,
  base: string,
): BuiltRequest {
  const keys = {
    email: pixelEvent.email_sha256,
    phone: pixelEvent.phone_sha256,
    external_id: pixelEvent.external_id_sha256,
    ttclid: pixelEvent.platform_ids.ttclid,
    ttp: pixelEvent.platform_ids.ttp,
  };
  if (!Object.values(keys).some(Boolean)) {
    return { invalid: 'There is no data by which TikTok could match the person.' };
  }
  return postRequest(
    `${base}/open_api/v1.3/event/track/`,
    {
      event_source: 'web',
      event_source_id: config.pixel_code,
      test_event_code: config.test_event_code ?? undefined,
      data: [
        {
          event: names.get(pixelEvent.event_name) ?? pixelEvent.event_name,
          event_time: secondsOf(pixelEvent),
          event_id: pixelEvent.event_id,
          user: { ...keys, user_agent: pixelEvent.user_agent },
          page: pixelEvent.url === '' ? undefined : { url: pixelEvent.url },
          properties: {
            currency: pixelEvent.currency,
            value: new Amount(pixelEvent.value),
            order_id: pixelEvent.order_id,
          },
        },
      ],
    },
    { 'access-token': config.access_token },
  );
}
