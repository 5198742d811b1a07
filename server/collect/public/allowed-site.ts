import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a pixel may be used from the site a request names. Both headers can be forged and a page may hide them, so
 * the check prevents mistakes and not attacks: a request without a site is accepted.
 */
export function isAllowedSite(domains: readonly string[], headers: IncomingHttpHeaders): boolean {
  const host = hostIn(headers.origin) ?? hostIn(headers.referer);
  return domains.length === 0 || host === null || domains.some((domain) => covers(domain, host));
}

function hostIn(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  return new URL(address).hostname || null;
}

/** `*.shop.com` covers one label, `eu.shop.com` or `www.shop.com`, but neither `shop.com` nor `a.eu.shop.com`. */
function covers(domain: string, host: string): boolean {
  const allowed = bare(domain);
  if (!allowed.startsWith('*.')) return bare(host) === allowed;
  const suffix = allowed.slice(1);
  return host.endsWith(suffix) && /^[^.]+$/.test(host.slice(0, -suffix.length));
}

const bare = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
