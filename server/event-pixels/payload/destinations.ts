import type { Fired } from '#server/database/payloads/pixel-event.ts';
import type { Outgoing } from '../../egress/http-request.ts';
import { type Json, written } from './exact-json.ts';

/** A request, or why none can be made of what is known. */
export type Built = Outgoing | { invalid: string };

/** Where platforms listen; tests listen themselves. */
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

export function posted(url: string, body: Json, headers: Record<string, string> = {}): Outgoing {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: written(body),
  };
}

export const secondsOf = ({ event_time }: Pick<Fired, 'event_time'>): number =>
  Math.floor(Date.parse(event_time) / 1_000);
