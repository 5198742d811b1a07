import type { FastifyRequest } from 'fastify';
import { nowhere, type Place } from './place.ts';

/** Headers in which proxies and CDNs name the country and state of the client. */
export const placeHeaders: readonly (readonly [country: string, state: string])[] = [
  ['cf-ipcountry', 'cf-region-code'],
  ['x-vercel-ip-country', 'x-vercel-ip-country-region'],
  ['cloudfront-viewer-country', 'cloudfront-viewer-country-region'],
  ['x-appengine-country', 'x-appengine-region'],
  ['x-country-code', 'x-region-code'],
];

/** Codes without a place: Tor and unknown. */
const placeless = new Set(['T1', 'XX', 'ZZ', '']);

/**
 * The client's place by the headers of a proxy. Any client can send such headers, so they count only behind a trusted
 * proxy.
 */
export function edgePlaceOf({ headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>): Place {
  const isBehindProxy = ips !== undefined && ips.length > 1;
  if (!isBehindProxy) return nowhere;
  const headerOf = (name: string) => `${headers[name] ?? ''}`.trim().toUpperCase();
  for (const [country, state] of placeHeaders) {
    if (!placeless.has(headerOf(country)))
      return { country: headerOf(country), state: headerOf(state) };
  }
  return nowhere;
}
