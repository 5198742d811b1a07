import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import type { Outgoing } from '../../egress/http-request.ts';
import { type Json, toExactJson } from './exact-json.ts';

/** A request, or why it cannot be built from the data. */
export type BuiltRequest = Outgoing | { invalid: string };

/** The base URLs of platforms; tests use their own. */
export type Destinations = {
  meta_capi: string;
  tiktok_events: string;
  google_ads: string;
  ga4: string;
};

export const destinations: Destinations = {
  meta_capi: 'https://graph.facebook.com',
  tiktok_events: 'https://business-api.tiktok.com',
  google_ads: 'https://googleads.googleapis.com',
  ga4: 'https://www.google-analytics.com',
};

export function postRequest(
  url: string,
  body: Json,
  headers: Record<string, string> = {},
): Outgoing {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: toExactJson(body),
  };
}

export const secondsOf = ({ event_time }: Pick<PixelEvent, 'event_time'>): number =>
  Math.floor(Date.parse(event_time) / 1_000);
