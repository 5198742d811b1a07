import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import { textMap } from '#contract/text-map.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { type BuiltRequest, postRequest, secondsOf } from './destinations.ts';
import { Amount } from './exact-json.ts';

const names = textMap({
  purchase: 'Purchase',
  lead: 'Lead',
  complete_registration: 'CompleteRegistration',
  subscribe: 'Subscribe',
  start_trial: 'StartTrial',
  add_to_cart: 'AddToCart',
  initiate_checkout: 'InitiateCheckout',
  view_content: 'ViewContent',
});

/** Conversions API. The token travels in the body, because URLs end up in logs. */
export function metaRequest(
  config: PixelConfig<'meta_capi'>,
  pixelEvent: PixelEvent,
  base: string,
): BuiltRequest {
  const list = (hash: string) => (hash === '' ? undefined : [hash]);
  const person = {
    em: list(pixelEvent.email_sha256),
    ph: list(pixelEvent.phone_sha256),
    external_id: list(pixelEvent.external_id_sha256),
    fbc: pixelEvent.platform_ids.fbc || clickCookie(pixelEvent),
    fbp: pixelEvent.platform_ids.fbp,
    client_user_agent: pixelEvent.user_agent,
  };
  const { client_user_agent: _, ...keys } = person;
  if (!Object.values(keys).some(Boolean)) {
    return { invalid: 'There is no data by which Meta could match the person.' };
  }
  return postRequest(`${base}/v21.0/${config.pixel_id}/events`, {
    data: [
      {
        event_name: names.get(pixelEvent.event_name) ?? pixelEvent.event_name,
        event_time: secondsOf(pixelEvent),
        event_id: pixelEvent.event_id,
        action_source: 'website',
        event_source_url: pixelEvent.url,
        user_data: person,
        custom_data: {
          currency: pixelEvent.currency,
          value: new Amount(pixelEvent.value),
          order_id: pixelEvent.order_id,
        },
      },
    ],
    test_event_code: config.test_event_code ?? undefined,
    access_token: config.access_token,
  });
}

/** The `fbc` cookie as Meta's own script would have set it. */
function clickCookie({ platform_ids, click_time }: PixelEvent): string | undefined {
  const { fbclid } = platform_ids;
  return fbclid && click_time !== null ? `fb.1.${click_time}.${fbclid}` : undefined;
}
