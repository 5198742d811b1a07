import type { FastifyRequest } from 'fastify';
import { nowhere, type Place } from './place.ts';

/** What the networks in front of a server call the country and the state of whoever asks. */
const vendors: readonly (readonly [country: string, state: string])[] = [
  ['cf-ipcountry', 'cf-region-code'],
  ['x-vercel-ip-country', 'x-vercel-ip-country-region'],
  ['cloudfront-viewer-country', 'cloudfront-viewer-country-region'],
  ['x-appengine-country', 'x-appengine-region'],
  ['x-country-code', 'x-region-code'],
];

/** Codes that name no place: Tor, nobody knows, none. */
const placeless = new Set(['T1', 'XX', 'ZZ', '']);

/** Where the edge saw whoever asks. Anyone can send such headers: they count only behind a proxy that is believed. */
export function edgePlaceOf({ headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>): Place {
  const isBehindProxy = ips !== undefined && ips.length > 1;
  if (!isBehindProxy) return nowhere;
  const said = (name: string) => `${headers[name] ?? ''}`.trim().toUpperCase();
  for (const [country, state] of vendors) {
    if (!placeless.has(said(country))) return { country: said(country), state: said(state) };
  }
  return nowhere;
}
