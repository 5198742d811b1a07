import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { OfferEditorActor, OfferFormSnapshot } from '#machines/offers/offer-editor.ts';
import { mayWithOffers } from '#machines/offers/offers-list.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { OfferForm } from './editor/OfferForm.tsx';
import './offers.css';
import './offer-editor.css';

/** The fields of an offer, in sections. */
export function OfferEditorScreen({ actor }: { actor: OfferEditorActor }) {
  const form = useSelector(actor, ({ children }) => children.form);
  const scene = useSelector(form, sceneOf);
  const problem = useSelector(form, (snapshot) => snapshot?.context.problem);
  const mayWrite = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.write'));
  if (!mayWrite) return <Message title="Your role cannot change offers" />;
  if (scene === 'missing') return <Message title="There is no offer at this address" />;
  if (scene === 'failed' && form && problem) {
    return (
      <section className="panel">
        <Failed problem={problem} name="offer" onRetry={() => form.send({ type: 'retry' })} />
      </section>
    );
  }
  if (scene === 'waiting' || !form) {
    return (
      <section className="panel" aria-label="Offer" aria-busy>
        <TableSkeleton rows={6} columns={3} />
      </section>
    );
  }
  return <OfferForm actor={actor} form={form} />;
}

function Message({ title }: { title: string }) {
  const search = useSearch();
  return (
    <div className="blank blank-tall" role="alert">
      <h1 className="blank-title">{title}</h1>
      <AppLink to={linkWith(offerPaths.list, search)} className="button">
        Show all offers
      </AppLink>
    </div>
  );
}

type Scene = 'waiting' | 'failed' | 'missing' | 'ready';

const sceneOf = (snapshot: OfferFormSnapshot | undefined): Scene => {
  if (snapshot?.hasTag('showing')) return 'ready';
  if (snapshot?.matches('notFound')) return 'missing';
  return snapshot?.matches('failed') ? 'failed' : 'waiting';
};
