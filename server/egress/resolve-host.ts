import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isPublic } from './public-addresses.ts';

export type Address = { address: string; family: number };
export type Lookup = (host: string) => Promise<readonly Address[]>;
export type Egress = { lookup: Lookup; allowHosts: readonly string[] };

const PATIENCE = 3_000;

export const lookupBySystem: Lookup = (host) => systemLookup(host, { all: true });

/** The result of resolving a host: an address to connect to, or the reason there is none. */
export type Located = Address | 'inside' | 'unknown';

/**
 * The address to connect to. One internal address among several refuses all, because the name server would choose which
 * one is used.
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

/** Why a template's host cannot be called, or null. An unknown host is resolved again at each call. */
export async function hostProblem(template: string, egress: Egress): Promise<string | null> {
  const url = new URL(template.replace(/\{[^{}]*\}/g, 'x'));
  return (await locate(url, egress)) === 'inside'
    ? 'This host has an internal address, which is not called.'
    : null;
}
