import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { OfferLinkRow } from '#model/offer-detail.ts';
import { offerLinkOf } from '#model/offer-links.ts';
import { CopyableText } from '../../kit/CopyableText.tsx';

/** The saved links of an affiliate, each named by its parameters, with the macros as traffic sources expect them. */
export function SavedLinks({
  links,
  base,
  offerId,
}: {
  links: readonly OfferLinkRow[];
  base: TrackingLink;
  offerId: string;
}) {
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="offer-part">Saved links</h3>
      <ul className="offer-saved" aria-label="Saved links">
        {links.map((link) => (
          <li key={link.id}>
            <CopyableText label={nameOf(link)} text={offerLinkOf(base, offerId, link.params)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function nameOf({ params }: OfferLinkRow): string {
  const pairs = Object.entries(params).map(([name, value]) => `${name} ${value}`);
  return pairs.length === 0 ? 'Without parameters' : `With ${pairs.join(', ')}`;
}
