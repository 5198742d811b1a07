import type { PixelConfig } from '#contract/event-pixels/schemas.ts';
import type { Fired } from '#server/database/payloads/pixel-event.ts';
import { type Built, posted } from './destinations.ts';
import { Amount } from './exact-json.ts';

/** Measurement Protocol. Google wants its secret in the address. A test is checked there and not kept. */
export function ga4Request(
  config: PixelConfig<'ga4'>,
  fired: Fired,
  base: string,
  isTest: boolean,
): Built {
  const url = new URL(isTest ? '/debug/mp/collect' : '/mp/collect', base);
  url.searchParams.set('measurement_id', config.measurement_id);
  url.searchParams.set('api_secret', config.api_secret);
  return posted(url.href, {
    client_id: fired.visitor_id || fired.conversion_id,
    user_id: fired.external_id_sha256,
    timestamp_micros: Date.parse(fired.event_time) * 1_000,
    events: [
      {
        name: fired.event_name.replace(/[^a-z0-9_]/g, '_').slice(0, 40),
        params: {
          transaction_id: fired.order_id || fired.event_id,
          event_id: fired.event_id,
          currency: fired.currency,
          value: new Amount(fired.value),
          affiliation: fired.affid,
        },
      },
    ],
  });
}
