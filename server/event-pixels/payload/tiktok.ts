import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';
import { type Built, posted, secondsOf } from './destinations.ts';
import { Amount } from './exact-json.ts';

const names: Record<string, string> = {
  purchase: 'CompletePayment',
  lead: 'SubmitForm',
  complete_registration: 'CompleteRegistration',
  subscribe: 'Subscribe',
  add_to_cart: 'AddToCart',
  initiate_checkout: 'InitiateCheckout',
  view_content: 'ViewContent',
};

/** Events API 2.0. */
export function tiktokRequest(
  config: PixelConfig<'tiktok_events'>,
  fired: Fired,
  base: string,
): Built {
  const keys = {
    email: fired.email_sha256,
    phone: fired.phone_sha256,
    external_id: fired.external_id_sha256,
    ttclid: fired.platform_ids.ttclid,
    ttp: fired.platform_ids.ttp,
  };
  if (!Object.values(keys).some(Boolean)) {
    return { invalid: 'Nothing is known by which TikTok could find the person.' };
  }
  return posted(
    `${base}/open_api/v1.3/event/track/`,
    {
      event_source: 'web',
      event_source_id: config.pixel_code,
      test_event_code: config.test_event_code ?? undefined,
      data: [
        {
          event: names[fired.event_name] ?? fired.event_name,
          event_time: secondsOf(fired),
          event_id: fired.event_id,
          user: { ...keys, user_agent: fired.user_agent },
          page: fired.url === '' ? undefined : { url: fired.url },
          properties: {
            currency: fired.currency,
            value: new Amount(fired.value),
            order_id: fired.order_id,
          },
        },
      ],
    },
    { 'access-token': config.access_token },
  );
}
