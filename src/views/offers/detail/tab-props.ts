import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OfferDetailActor } from '#machines/offers/offer-detail.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';

/** The props of every tab. */
export type TabProps<Actor> = {
  screen: OfferDetailActor;
  actor: Actor;
  selection: SelectionActor;
  offer: OfferDetail;
};
