import { type PixelType, pixelConfigOf } from '#contract/event-pixels/schemas.ts';
import type { PixelEvent } from '../../database/payloads/pixel-event.ts';
import type { BuiltRequest, Destinations } from './destinations.ts';
import { fillTemplate } from './fill-template.ts';
import { ga4Request } from './ga4.ts';
import { googleAdsRequest } from './google-ads.ts';
import { metaRequest } from './meta.ts';
import { tiktokRequest } from './tiktok.ts';

export type Sender = {
  type: PixelType;
  config: Record<string, unknown>;
  url_template: string | null;
  method: 'GET' | 'POST';
  /** Marks a test on platforms that support it. */
  isTest?: boolean;
};

/** The request of a pixel for a conversion. `key` is the same at every attempt. */
export function requestOf(
  { type, config, url_template: template, method, isTest = false }: Sender,
  pixelEvent: PixelEvent,
  key: string,
  to: Destinations,
): BuiltRequest {
  switch (type) {
    case 'meta_capi':
      return metaRequest(pixelConfigOf(type, config), pixelEvent, to.meta_capi);
    case 'tiktok_events':
      return tiktokRequest(pixelConfigOf(type, config), pixelEvent, to.tiktok_events);
    case 'google_ads':
      return googleAdsRequest(pixelConfigOf(type, config), pixelEvent, to.google_ads, isTest);
    case 'ga4':
      return ga4Request(pixelConfigOf(type, config), pixelEvent, to.ga4, isTest);
    case 'image':
    case 'postback': {
      if (template === null) return { invalid: 'The pixel has no address.' };
      const { headers } = type === 'postback' ? pixelConfigOf(type, config) : { headers: {} };
      const url = fillTemplate(template, pixelEvent);
      if (url === null) {
        return { invalid: 'The values of this conversion would change the address.' };
      }
      return { method, url, headers: { ...headers, 'idempotency-key': key }, body: null };
    }
    case 'html':
      return { invalid: 'Code runs in the browser.' };
  }
}

/** The host that a pixel calls, for limits per host. */
export function hostOf({ type, url_template: template }: Sender, to: Destinations): string {
  if (type === 'html') return '';
  if (type === 'image' || type === 'postback') {
    return template ? new URL(template.replace(/\{[^{}]*\}/g, 'x')).host : '';
  }
  return new URL(to[type]).host;
}
