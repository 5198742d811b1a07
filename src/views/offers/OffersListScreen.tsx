import { useSelector } from '@xstate/react';
import { mayWithOffers, type OffersListActor } from '#machines/offers/offers-list.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { OfferList } from './list/OfferList.tsx';
import './offers.css';

/** The offers of a project: a table for members, cards for affiliates. */
export function OffersListScreen({
  actor,
  selection,
}: {
  actor: OffersListActor;
  selection: SelectionActor;
}) {
  const list = useSelector(actor, ({ children }) => children.list);
  const isInternal = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.internal'));
  if (!list) return null;
  return <OfferList actor={actor} list={list} selection={selection} isInternal={isInternal} />;
}
