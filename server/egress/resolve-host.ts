import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublic } from './public-addresses.ts';

export type Address = { address: string; family: number };
export type Lookup = (host: string) => Promise<readonly Address[]>;
export type Egress = { lookup: Lookup; allowHosts: readonly string[] };

const PATIENCE = 3_000;

export const lookupBySystem: Lookup = (host) => systemLookup(host, { all: true });

/** What came of asking where a host lies: an address to connect to, or why there is none. */
export type Located = Address | 'inside' | 'unknown';

/**
 * The address to connect to. One inside address among several refuses them all: which one a connection would take
 * is the name server's choice.
 */
export async function locate(url: URL, { lookup, allowHosts }: Egress): Promise<Located> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await found(host, lookup);
  const [first] = addresses;
  if (!first) return 'unknown';
  const isAllowed = allowHosts.some((one) => one === url.host || one === url.hostname);
  return isAllowed || addresses.every(({ address }) => isPublic(address)) ? first : 'inside';
}

async function found(host: string, lookup: Lookup): Promise<readonly Address[]> {
  const waiting = new AbortController();
  const late = delay(PATIENCE, [], { signal: waiting.signal, ref: false }).catch(() => []);
  const addresses = await Promise.race([lookup(host).catch(() => []), late]);
  waiting.abort();
  return addresses;
}

/**
 * Why a template's host cannot be called, or null. A host that nobody knows yet is asked for again when it is called.
 */
export async function hostFault(template: string, egress: Egress): Promise<string | null> {
  const url = new URL(template.replace(/\{[^{}]*\}/g, 'x'));
  return (await locate(url, egress)) === 'inside'
    ? 'This host lies on an internal address, which is not called.'
    : null;
}
