import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OfferDetailActor } from '#machines/offers/offer-detail.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { OfferHead } from './detail/OfferHead.tsx';
import { OfferTabPanel } from './detail/OfferTabPanel.tsx';
import { StatusDialog } from './detail/StatusDialog.tsx';
import './offer-detail.css';

/** One offer with its tabs, or why it cannot be shown. */
export function OfferDetailScreen({
  actor,
  selection,
}: {
  actor: OfferDetailActor;
  selection: SelectionActor;
}) {
  const holder = useSelector(actor, ({ children }) => children.offer);
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const offer = useSelector(actor, ({ context }) => context.offer);
  const isKnown = useSelector(actor, (snapshot) => snapshot.hasTag('known'));
  const problem = useSelector(holder, (snapshot) =>
    snapshot?.matches('failed') ? snapshot.context.problem : null,
  );
  if (isMissing) return <MissingOffer />;
  if (isKnown && offer) return <KnownOffer actor={actor} selection={selection} offer={offer} />;
  return (
    <section className="panel" aria-label="Offer" aria-busy={problem === null}>
      {problem && holder ? (
        <Failed problem={problem} name="offer" onRetry={() => holder.send({ type: 'retry' })} />
      ) : (
        <TableSkeleton rows={6} columns={4} />
      )}
    </section>
  );
}

function KnownOffer({
  actor,
  selection,
  offer,
}: {
  actor: OfferDetailActor;
  selection: SelectionActor;
  offer: OfferDetail;
}) {
  const { offer: holder, status } = useSelector(actor, ({ children }) => children);
  if (!holder || !status) return null;
  return (
    <div className="offer-detail">
      <OfferHead actor={actor} holder={holder} status={status} offer={offer} />
      <OfferTabPanel actor={actor} selection={selection} offer={offer} />
      <StatusDialog actor={status} />
    </div>
  );
}

/** What an address without an offer shows. */
function MissingOffer() {
  const search = useSearch();
  return (
    <div className="blank blank-tall" role="alert">
      <h1 className="blank-title">There is no offer at this address</h1>
      <p>It belongs to another project, you may not run it, or the address is wrong.</p>
      <AppLink to={linkWith(offerPaths.list, search)} className="button">
        All offers
      </AppLink>
    </div>
  );
}
