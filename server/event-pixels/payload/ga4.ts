import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import { type BuiltRequest, postRequest } from './destinations.ts';
import { Amount } from './exact-json.ts';

/** Measurement Protocol. Google requires its secret in the URL. Tests are validated and not stored by Google. */
export function ga4Request(
  config: PixelConfig<'ga4'>,
  pixelEvent: PixelEvent,
  base: string,
  isTest: boolean,
): BuiltRequest {
  const url = new URL(isTest ? '/debug/mp/collect' : '/mp/collect', base);
  url.searchParams.set('measurement_id', config.measurement_id);
  url.searchParams.set('api_secret', config.api_secret);
  return postRequest(url.href, {
    client_id: pixelEvent.visitor_id || pixelEvent.conversion_id,
    user_id: pixelEvent.external_id_sha256,
    timestamp_micros: Date.parse(pixelEvent.event_time) * 1_000,
    events: [
      {
        name: pixelEvent.event_name.replace(/[^a-z0-9_]/g, '_').slice(0, 40),
        params: {
          transaction_id: pixelEvent.order_id || pixelEvent.event_id,
          event_id: pixelEvent.event_id,
          currency: pixelEvent.currency,
          value: new Amount(pixelEvent.value),
          affiliation: pixelEvent.affid,
        },
      },
    ],
  });
}
