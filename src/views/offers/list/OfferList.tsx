import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import {
  mayWithOffers,
  type OfferRowsActor,
  type OfferRowsSnapshot,
  type OffersListActor,
} from '#machines/offers/offers-list.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { filterIn, listedOffers, orderIn } from '#model/offer-list.ts';
import { payoutsPath } from '#model/offer-payouts.ts';
import { offerPaths } from '#model/offers.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { OwnRangeChoice } from '../../selection/OwnRangeChoice.tsx';
import { AccessDialog } from './AccessDialog.tsx';
import { ChangesNotice } from './ChangesNotice.tsx';
import { ChosenOffers } from './ChosenOffers.tsx';
import { FiguresNotice } from './FiguresNotice.tsx';
import { FirstAccess } from './FirstAccess.tsx';
import { FirstOffer } from './FirstOffer.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { NoneShown } from './NoneShown.tsx';
import { OfferCards } from './OfferCards.tsx';
import { OfferFilters } from './OfferFilters.tsx';
import { OfferTable } from './OfferTable.tsx';
import { OfferTasks } from './OfferTasks.tsx';
import { RunStateChoice } from './RunStateChoice.tsx';

type Props = { actor: OffersListActor; list: OfferRowsActor; isInternal: boolean };

/** The list with what asks for an act above it. */
export function OfferList({ actor, list, isInternal, selection }: Props & Selected) {
  const isShowing = useSelector(list, (snapshot) => snapshot.hasTag('showing'));
  const hasRows = useSelector(list, ({ context }) => context.rows.length > 0);
  const importing = useSelector(actor, ({ children }) => children.importing);
  return (
    <div className="offers">
      {isShowing && hasRows && isInternal ? <OfferTasks actor={actor} list={list} /> : null}
      <ListPanel actor={actor} list={list} isInternal={isInternal} selection={selection} />
      {isInternal ? <ChosenOffers actor={actor} list={list} /> : null}
      <AccessDialog list={list} />
      <LinkDialog list={list} />
      {importing ? (
        <ImportDialog importing={importing} onClose={() => actor.send({ type: 'import.close' })} />
      ) : null}
    </div>
  );
}

type Selected = { selection: SelectionActor };

function ListPanel({ actor, list, isInternal, selection }: Props & Selected) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const isRereading = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const figures = useSelector(actor, ({ children }) => children.figures);
  const isReading = useSelector(figures, (snapshot) => snapshot?.hasTag('busy') ?? false);
  const range = useSelector(actor, ({ context }) => context.place.range);
  const mayWrite = useSelector(actor, ({ context }) => mayWithOffers(context, 'offer.write'));
  const hasRows = useSelector(list, ({ context }) => context.rows.length > 0);
  return (
    <section className="panel" aria-labelledby="offers-title" aria-busy={busy || isReading}>
      <div className="panel-progress" data-running={isRereading || isReading || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="offers-title">
          Offers
        </h1>
        {hasRows ? (
          <div className="panel-tools">
            <OwnRangeChoice
              range={range}
              selection={selection}
              onChoose={(chosen) => actor.send({ type: 'range.choose', range: chosen })}
            />
            {mayWrite ? <ImportButton actor={actor} /> : null}
            <PayoutsLink />
            {mayWrite ? <AddOffer /> : null}
          </div>
        ) : null}
      </header>
      <CollectionNotice
        actor={list}
        nameOf={({ name }) => name}
        retryLabel="Retry the list of offers"
      />
      <ChangesNotice actor={actor} />
      <FiguresNotice actor={actor} />
      <Body actor={actor} list={list} isInternal={isInternal} />
    </section>
  );
}

function ImportButton({ actor }: Pick<Props, 'actor'>) {
  return <Button onClick={() => actor.send({ type: 'import.open' })}>Import CSV</Button>;
}

/** The payouts have days of their own: months, where the list has weeks. */
function PayoutsLink() {
  const search = useSearch();
  return (
    <AppLink
      to={linkWith(payoutsPath, search, { start: '', end: '', range: '' })}
      className="button"
    >
      Payouts
    </AppLink>
  );
}

function AddOffer() {
  const search = useSearch();
  return (
    <AppLink to={linkWith(offerPaths.add, search)} className="button" data-look="primary">
      Add offer
    </AppLink>
  );
}

function Body({ actor, list, isInternal }: Props) {
  const scene = useSelector(list, sceneOf);
  const { rows, problem } = useSelector(list, ({ context }) => context);
  const figures = useSelector(actor, ({ children }) => children.figures);
  const counted = useSelector(figures, (snapshot) => snapshot?.context.answer?.data ?? {});
  const params = useSelector(actor, ({ context }) => context.place.params);
  if (scene === 'waiting') return <TableSkeleton rows={6} columns={isInternal ? 10 : 4} />;
  if (scene === 'failed' && problem) {
    return <Failed problem={problem} name="offers" onRetry={() => list.send({ type: 'retry' })} />;
  }
  if (rows.length === 0) return <FirstOffer actor={actor} />;
  const filter = filterIn(params);
  const shown = listedOffers(rows, counted, filter, orderIn(params.sort));
  return (
    <>
      {isInternal ? null : (
        <>
          <FirstAccess offers={rows} />
          <RunStateChoice actor={actor} offers={rows} />
        </>
      )}
      <OfferFilters actor={actor} offers={rows} isInternal={isInternal} />
      {shown.length === 0 ? (
        <NoneShown actor={actor} offers={rows} filter={filter} />
      ) : isInternal ? (
        <OfferTable actor={actor} offers={shown} figures={counted} />
      ) : (
        <OfferCards actor={actor} list={list} offers={shown} figures={counted} />
      )}
    </>
  );
}

const sceneOf = (snapshot: OfferRowsSnapshot): 'waiting' | 'failed' | 'ready' => {
  if (snapshot.hasTag('showing')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'waiting';
};
