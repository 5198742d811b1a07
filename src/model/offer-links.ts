import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { TrafficSource } from './traffic-sources.ts';

export type OfferLinkChoice = {
  source: TrafficSource;
  affsub: string;
  /** Parameters that the person adds; those without a name or a value are left out. */
  more: readonly { name: string; value: string }[];
};

/** The parameters of a link; what the person enters wins over a macro of the traffic source. */
export function linkParamsOf({ source, affsub, more }: OfferLinkChoice): Record<string, string> {
  const own = affsub.trim();
  const added = more
    .map(({ name, value }) => [name.trim().toLowerCase(), value.trim()] as const)
    .filter(([name, value]) => name !== '' && value !== '');
  return {
    ...Object.fromEntries(source.parameters),
    ...(own === '' ? {} : { affsub: own }),
    ...Object.fromEntries(added),
  };
}

/** Braces stay as they are, because traffic sources look for their macros as they are written. */
const encoded = (value: string): string =>
  encodeURIComponent(value).replaceAll('%7B', '{').replaceAll('%7D', '}');

/** The link of an affiliate to an offer. */
export function offerLinkOf(
  { link }: Pick<TrackingLink, 'link'>,
  offerId: string,
  params: Record<string, string>,
): string {
  const pairs = [['offer', offerId] as const, ...Object.entries(params)];
  const query = pairs.map(([name, value]) => `${name}=${encoded(value)}`).join('&');
  return `${link}${link.includes('?') ? '&' : '?'}${query}`;
}
