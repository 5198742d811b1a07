import { type AddressDimension, addressDimensions } from '#contract/analytics/dimensions.ts';
import { tidyText } from '#contract/collect/field-text.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';
import { isPersonal } from '../network-address.ts';

/** Parameters that `px.js` reads from a page's URL. Without these two no sale is attributed to its affiliate. */
const always = ['click_id', 'affid'] as const;
const next: readonly AddressDimension[] = ['offer_id', 'affsub'];
/** The most important first. */
const whileItFits = [
  ...next,
  ...addressDimensions.filter((name) => name !== 'affid' && !next.includes(name)),
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'ttclid',
  'msclkid',
  'ScCid',
] as const;

/**
 * Fills in `{click_id}`, which a network's address has where the network expects the id of the click, such as
 * `aff_sub={click_id}`.
 */
export const withClickId = (destination: string, clickId: string): string =>
  destination.replaceAll(/\{click_id\}|%7Bclick_id%7D/gi, encodeURIComponent(clickId));

/** A URL length that browsers, servers and proxies accept. */
const longest = 2_048;

/**
 * The destination of a link with the click's parameters, so that the click that `px.js` reports there names the same
 * affiliate. Parameters of the destination win, even in another case, although `px.js` ignores those.
 */
export function landingUrl(destination: string, click: Readonly<Record<string, unknown>>): string {
  const clickId = typeof click.click_id === 'string' ? click.click_id : '';
  const url = new URL(withClickId(destination, clickId));
  const params = new URLSearchParams(url.search);
  const own = new Set([...params.keys()].map((name) => name.toLowerCase()));
  const isAllowed = (field: string): boolean =>
    field === 'click_id' || !own.has(field.toLowerCase());
  for (const field of always) {
    const value = click[field];
    if (typeof value === 'string' && isAllowed(field)) params.set(field, value);
  }
  const room = longest - (url.href.length - url.search.length) - '?'.length;
  for (const field of whileItFits) {
    const value = click[field];
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (!isAllowed(field) || isPersonal(value)) continue;
    if (!field.startsWith('utm_') && isUnfilled(value)) continue;
    params.set(field, tidyText(value));
    if (params.toString().length >= room) params.delete(field);
  }
  url.search = params.toString();
  return url.href;
}
