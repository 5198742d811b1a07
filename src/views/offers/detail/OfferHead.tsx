import { useSelector } from '@xstate/react';
import { Archive, ArrowLeft, Pause, Pencil, Play, RotateCcw } from 'lucide-react';
import { useSearch } from 'wouter';
import type { OfferDetail } from '#contract/offers/offer.ts';
import { mayInOffer, type OfferDetailActor } from '#machines/offers/offer-detail.ts';
import type { OneOfferActor } from '#machines/offers/offer-parts.ts';
import type { OfferStatusActor } from '#machines/offers/offer-status.ts';
import { offerTabs, type SettableStatus, tabOf } from '#model/offer-detail.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { OfferStatusChip } from '../common/OfferStatusChip.tsx';
import { StatusNotice } from './StatusNotice.tsx';
import { tabNames } from './words.ts';

/** The name of the offer, its status with the actions on it, and the tabs. */
export function OfferHead({
  actor,
  holder,
  status,
  offer,
}: {
  actor: OfferDetailActor;
  holder: OneOfferActor;
  status: OfferStatusActor;
  offer: OfferDetail;
}) {
  const search = useSearch();
  const busy = useSelector(holder, (snapshot) => snapshot.hasTag('busy'));
  const mayWrite = useSelector(actor, ({ context }) => mayInOffer(context, 'offer.write'));
  const isInternal = offer.internal !== null;
  const where = [offer.advertiser_name, offer.network, offer.category].filter(
    (text) => text !== '',
  );
  return (
    <header className="offer-head" aria-busy={busy}>
      <AppLink to={linkWith(offerPaths.list, search)} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        All offers
      </AppLink>
      <div className="offer-title">
        <h1>{offer.name}</h1>
        <span className="chip">
          <OfferStatusChip status={offer.status} />
        </span>
        <span className="offer-quiet">
          <span className="only-read">Id </span>
          <code>{offer.offer_id}</code>
          {isInternal && where.length > 0 ? ` · ${where.join(' · ')}` : ''}
        </span>
      </div>
      {mayWrite ? (
        <div className="offer-acts">
          <StatusActs status={status} offer={offer} />
          <AppLink to={linkWith(offerPaths.edit(offer.id), search)} className="button">
            <Pencil size={16} aria-hidden="true" />
            Edit
          </AppLink>
        </div>
      ) : null}
      {offer.warning ? (
        <p className="offer-warning" role="status">
          {offer.warning}
        </p>
      ) : null}
      <CollectionNotice actor={holder} nameOf={({ name }) => name} retryLabel="Retry offer" />
      <StatusNotice status={status} />
      <Tabs actor={actor} isInternal={isInternal} />
    </header>
  );
}

const acts: Record<
  SettableStatus,
  { to: SettableStatus; label: string; icon: typeof Play; isQuiet?: true }[]
> = {
  pending: [
    { to: 'active', label: 'Activate', icon: Play },
    { to: 'archived', label: 'Archive', icon: Archive, isQuiet: true },
  ],
  active: [
    { to: 'paused', label: 'Pause', icon: Pause },
    { to: 'archived', label: 'Archive', icon: Archive, isQuiet: true },
  ],
  paused: [
    { to: 'active', label: 'Activate', icon: Play },
    { to: 'archived', label: 'Archive', icon: Archive, isQuiet: true },
  ],
  archived: [{ to: 'pending', label: 'Restore', icon: RotateCcw }],
};

/** An expired offer has the actions of a paused one: it is activated after its end was moved. */
const settable = (status: OfferDetail['status']): SettableStatus =>
  status === 'expired' ? 'paused' : status;

function StatusActs({ status, offer }: { status: OfferStatusActor; offer: OfferDetail }) {
  const isReady = useSelector(
    status,
    (snapshot) => snapshot.matches('idle') || snapshot.matches('outdated'),
  );
  const from = settable(offer.status);
  return acts[from].map(({ to, label, icon: Icon, isQuiet }) => (
    <Button
      key={to}
      look={isQuiet ? 'quiet' : 'plain'}
      aria-disabled={!isReady}
      onClick={() => status.send({ type: 'status.choose', offer, from, to })}
    >
      <Icon size={16} aria-hidden="true" />
      {label}
      {to === 'paused' ? <span className="offer-act-note">earlier clicks still paid</span> : null}
    </Button>
  ));
}

/** The tabs, as links within the page. */
function Tabs({ actor, isInternal }: { actor: OfferDetailActor; isInternal: boolean }) {
  const current = useSelector(actor, ({ context }) => tabOf(context.place));
  const requests = useSelector(actor, ({ context }) => context.offer?.requests ?? 0);
  return (
    <nav className="segments offer-tabs" aria-label="Parts of the offer">
      {offerTabs.map((tab) => (
        <AppLink
          key={tab}
          to={`#${tab}`}
          className="segment"
          data-active={tab === current || undefined}
          aria-current={tab === current ? 'page' : undefined}
        >
          {tabNames[tab]}
          {tab === 'access' && isInternal && requests > 0 ? (
            <span className="offer-count">
              {requests}
              <span className="only-read"> waiting</span>
            </span>
          ) : null}
        </AppLink>
      ))}
    </nav>
  );
}
