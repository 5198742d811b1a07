import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { mayInOffer } from '#machines/offers/offer-detail.ts';
import type { OfferLinksActor, PostbackTestActor } from '#machines/offers/offer-parts.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { NoAffiliates } from '../../kit/NoAffiliates.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { PostbackBuilder } from '../../pixels/PostbackBuilder.tsx';
import { OfferLinkBuilder } from './OfferLinkBuilder.tsx';
import { PostbackTestPanel } from './PostbackTestPanel.tsx';
import { SavedLinks } from './SavedLinks.tsx';
import type { TabProps } from './tab-props.ts';

/** The link of an affiliate, the address that networks call, and a test of what happens after a click. */
export function TrackingTab({
  screen,
  actor,
  offer,
  test,
}: TabProps<OfferLinksActor> & { test: PostbackTestActor }) {
  const { rows, extra, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const context = useSelector(screen, (snapshot) => snapshot.context);
  const [chosen, choose] = useState<number | null>(null);
  const isInternal = offer.internal !== null;
  const maySeeKey = mayInOffer(context, 'collect-key.rotate');
  const bases = (extra?.bases ?? []).filter(({ id }) => isInternal || mayRun(offer.access, id));
  const base = bases.find(({ id }) => id === chosen) ?? bases[0];
  return (
    <div className="offer-tracking">
      <section className="panel" aria-labelledby="offer-link" aria-busy={busy}>
        <header className="panel-head">
          <h2 className="panel-title" id="offer-link">
            {isInternal ? 'Tracking link' : 'Your link'}
          </h2>
        </header>
        <CollectionNotice actor={actor} nameOf={({ url }) => url} />
        {!showing && problem ? (
          <Failed problem={problem} name="links" onRetry={() => actor.send({ type: 'retry' })} />
        ) : null}
        {!showing && !problem ? <TableSkeleton rows={4} columns={2} /> : null}
        {showing && !base ? (
          isInternal ? (
            <NoAffiliates
              why="A link belongs to an affiliate, and this project has none."
              mayCreate={mayInOffer(context, 'affiliate.create')}
            />
          ) : (
            <div className="blank">
              <p className="blank-title">You may not run this offer yet</p>
              <p>The link is here as soon as you are approved.</p>
              <AppLink to="#access" className="button" data-look="primary">
                Request access
              </AppLink>
            </div>
          )
        ) : null}
        {showing && base ? (
          <>
            <OfferLinkBuilder
              actor={actor}
              offer={offer}
              base={base}
              bases={bases}
              maySave={mayInOffer(context, 'pixel.write')}
              onChoose={choose}
            />
            <SavedLinks
              links={rows.filter(({ affiliate }) => affiliate === base.id)}
              base={base}
              offerId={offer.offer_id}
            />
          </>
        ) : null}
      </section>
      {showing && base ? (
        <PostbackTestPanel
          actor={test}
          offer={offer}
          project={context.query.project}
          affiliate={base}
          maySeeKey={maySeeKey}
        />
      ) : null}
      {showing && base && isInternal ? <PostbackBuilder link={base} maySeeKey={maySeeKey} /> : null}
    </div>
  );
}

const mayRun = (access: TabProps<unknown>['offer']['access'], affiliate: number): boolean =>
  access.some(
    (one) => one.affiliate === affiliate && (one.status === 'open' || one.status === 'approved'),
  );
