import { withClickId } from './landing-url.ts';

/** A URL length that browsers, servers and proxies accept. */
const longest = 2_048;
/** Parameters of the link itself. */
const own = new Set(['k', 'preview', 'v', 'format']);

/**
 * A page's address with the parameters of the link that led to it, its click id and its variant. Parameters of the page
 * win; those that would make the address too long are left out.
 */
export function carriedUrl(
  page: string,
  { query, clickId, variant }: { query: object; clickId: string | null; variant: string },
): string {
  const url = new URL(withClickId(page, clickId ?? ''));
  const taken = new Set([...url.searchParams.keys()].map((name) => name.toLowerCase()));
  if (clickId !== null) url.searchParams.set('click_id', clickId);
  url.searchParams.set('v', variant);
  for (const [name, value] of Object.entries(query)) {
    const isFree = !taken.has(name.toLowerCase()) && !own.has(name) && name !== 'click_id';
    if (typeof value !== 'string' || !isFree) continue;
    const longer = new URL(url);
    longer.searchParams.set(name, value);
    if (longer.href.length < longest) url.search = longer.search;
  }
  return url.href;
}
