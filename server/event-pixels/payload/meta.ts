import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';
import { type Built, posted, secondsOf } from './destinations.ts';
import { Amount } from './exact-json.ts';

const names: Record<string, string> = {
  purchase: 'Purchase',
  lead: 'Lead',
  complete_registration: 'CompleteRegistration',
  subscribe: 'Subscribe',
  start_trial: 'StartTrial',
  add_to_cart: 'AddToCart',
  initiate_checkout: 'InitiateCheckout',
  view_content: 'ViewContent',
};

/** Conversions API. The token travels in the body: addresses end up in logs. */
export function metaRequest(config: PixelConfig<'meta_capi'>, fired: Fired, base: string): Built {
  const list = (hash: string) => (hash === '' ? undefined : [hash]);
  const person = {
    em: list(fired.email_sha256),
    ph: list(fired.phone_sha256),
    external_id: list(fired.external_id_sha256),
    fbc: fired.platform_ids.fbc || clickCookie(fired),
    fbp: fired.platform_ids.fbp,
    client_user_agent: fired.user_agent,
  };
  const { client_user_agent: _, ...keys } = person;
  if (!Object.values(keys).some(Boolean)) {
    return { invalid: 'Nothing is known by which Meta could find the person.' };
  }
  return posted(`${base}/v21.0/${config.pixel_id}/events`, {
    data: [
      {
        event_name: names[fired.event_name] ?? fired.event_name,
        event_time: secondsOf(fired),
        event_id: fired.event_id,
        action_source: 'website',
        event_source_url: fired.url,
        user_data: person,
        custom_data: {
          currency: fired.currency,
          value: new Amount(fired.value),
          order_id: fired.order_id,
        },
      },
    ],
    test_event_code: config.test_event_code ?? undefined,
    access_token: config.access_token,
  });
}

/** What Meta's own script would have kept of the click id. */
function clickCookie({ platform_ids, click_time }: Fired): string | undefined {
  const { fbclid } = platform_ids;
  return fbclid && click_time !== null ? `fb.1.${click_time}.${fbclid}` : undefined;
}
