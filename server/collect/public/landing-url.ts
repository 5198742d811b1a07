import { isPersonal } from '../addresses.ts';

/** What `px.js` reads in the address of a page. Without these two no sale finds its affiliate. */
const always = ['click_id', 'affid'] as const;
/** What matters most first. */
const whileItFits = [
  'offer_id',
  'affsub',
  'campaign_id',
  'adset_id',
  'ad_id',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'ttclid',
  'msclkid',
  'ScCid',
] as const;

/** What every browser, server and network in between takes for an address. */
const longest = 2_048;

/**
 * Where a link leads, with what is told of its click, so that the click that `px.js` reports from there is the same
 * affiliate's. What the destination says itself stays as it is, also in another case: `px.js` knows none.
 */
export function landingFor(destination: string, click: Readonly<Record<string, unknown>>): string {
  const url = new URL(destination);
  const own = new Set([...url.searchParams.keys()].map((name) => name.toLowerCase()));
  const isTold = (field: string): boolean => field === 'click_id' || !own.has(field.toLowerCase());
  for (const field of always) {
    const value = click[field];
    if (typeof value === 'string' && isTold(field)) url.searchParams.set(field, value);
  }
  for (const field of whileItFits) {
    const value = click[field];
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (!isTold(field) || isPersonal(value)) continue;
    const longer = new URL(url);
    longer.searchParams.set(field, value.trim());
    if (longer.href.length < longest) url.search = longer.search;
  }
  return url.href;
}
