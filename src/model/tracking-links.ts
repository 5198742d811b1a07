import type { Offer } from '#contract/offers/schemas.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { Network } from './networks.ts';
import type { TrafficSource } from './traffic-sources.ts';

export type LinkOffers = { offers: Offer[] };
export type LinkTestRequest = { affiliate: number; offer: string | null };

/** Stands in the postback address until a person enters the collect key, which is shown only once. */
const keyPlaceholder = 'YOUR_COLLECT_KEY';

/** The link of an affiliate with the macros of a traffic source; what the person enters wins over a macro. */
export function linkWith(
  { link }: TrackingLink,
  { source, offer, affsub }: { source: TrafficSource; offer: string | null; affsub: string },
): string {
  const own = affsub.trim();
  const parameters = [
    ...(offer === null ? [] : [`offer=${encodeURIComponent(offer)}`]),
    ...(own === '' ? [] : [`affsub=${encodeURIComponent(own)}`]),
    ...source.parameters
      .filter(([name]) => own === '' || name !== 'affsub')
      .map(([name, macro]) => `${name}=${macro}`),
  ];
  if (parameters.length === 0) return link;
  return `${link}${link.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** The address that the network calls for each sale; null for a network that calls none. */
export function postbackOf(
  { postback }: TrackingLink,
  { id, parameters }: Network,
  key: string,
): string | null {
  if (!parameters) return null;
  const named = parameters.map(([name, macro]) => `${name}=${macro}`);
  return withKey(
    `${postback}?${[`key=${keyPlaceholder}`, ...named, `network=${id}`].join('&')}`,
    key,
  );
}

/** An address of a postback with the collect key that a person entered. */
export const withKey = (address: string, key: string): string =>
  key.trim() === ''
    ? address
    : address.replace(keyPlaceholder, () => encodeURIComponent(key.trim()));
