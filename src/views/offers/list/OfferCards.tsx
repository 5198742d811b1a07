import type { OfferLine } from '#contract/offers/offer.ts';
import type { OfferRowsActor, OffersListActor } from '#machines/offers/offers-list.ts';
import type { FiguresByOffer } from '#model/offer-list.ts';
import { OfferCard } from './OfferCard.tsx';

/** One card for each offer, for affiliates. */
export function OfferCards({
  actor,
  list,
  offers,
  figures,
}: {
  actor: OffersListActor;
  list: OfferRowsActor;
  offers: readonly OfferLine[];
  figures: FiguresByOffer;
}) {
  return (
    <ul className="offer-cards">
      {offers.map((offer) => (
        <li key={offer.id}>
          <OfferCard actor={actor} list={list} offer={offer} figures={figures[offer.id] ?? null} />
        </li>
      ))}
    </ul>
  );
}
