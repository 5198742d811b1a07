import type { OfferLinkRow } from '#model/offer-detail.ts';
import { CopyableText } from '../../kit/CopyableText.tsx';

/** The saved links of an affiliate, each named by its parameters. */
export function SavedLinks({ links }: { links: readonly OfferLinkRow[] }) {
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="offer-part">Saved links</h3>
      <ul className="offer-saved" aria-label="Saved links">
        {links.map((link) => (
          <li key={link.id}>
            <CopyableText label={nameOf(link)} text={link.url} />
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
