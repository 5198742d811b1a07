import { useSelector } from '@xstate/react';
import { Tag } from 'lucide-react';
import { useSearch } from 'wouter';
import { mayWithOffers, type OffersListActor } from '#machines/offers/offers-list.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { linkWith } from '../../kit/own-days-links.ts';

/** A project without an offer, or without one for this member: how to get the first. */
export function FirstOffer({ actor }: { actor: OffersListActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.write'));
  const isInternal = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.internal'));
  const search = useSearch();
  return (
    <div className="blank">
      <Tag size={24} aria-hidden="true" />
      <p className="blank-title">No offer yet</p>
      <p>
        {isInternal
          ? 'An offer says where clicks lead, what a conversion pays and how many are taken.'
          : 'The project has no offer that you can run or request. Ask its manager for one.'}
      </p>
      {mayWrite ? (
        <div className="blank-acts">
          <AppLink to={linkWith(offerPaths.add, search)} className="button" data-look="primary">
            Add offer
          </AppLink>
          <Button onClick={() => actor.send({ type: 'import.open' })}>Import CSV</Button>
        </div>
      ) : null}
    </div>
  );
}
