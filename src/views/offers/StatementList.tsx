import { useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react';
import { useSearch } from 'wouter';
import { periodOf } from '#contract/period.ts';
import {
  mayPay,
  type OfferPayoutsActor,
  type SaveStatementsActor,
  type StatementsActor,
} from '#machines/offers/offer-payouts.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { todayOf } from '#machines/selection/selection-model.ts';
import { monthAfter, monthBefore } from '#model/offer-payouts.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { SavedFile, SaveFile } from '../kit/SaveFile.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { RangePicker } from '../selection/RangePicker.tsx';
import { payoutsLink } from './payouts-links.ts';
import { periodWords } from './payouts-words.ts';
import { StatementTable } from './StatementTable.tsx';
import { StatementTotals } from './StatementTotals.tsx';

type Props = { actor: OfferPayoutsActor; list: StatementsActor };

/** The statements of all affiliates for the chosen days. */
export function StatementList({
  actor,
  list,
  saving,
  selection,
}: Props & { saving: SaveStatementsActor; selection: SelectionActor }) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const rereading = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const scope = useSelector(list, ({ context }) => context.scope);
  const { currency, timezone } = useSelector(actor, ({ context }) => context.query);
  const can = useSelector(list, (snapshot) => snapshot.can({ type: 'list.refresh' }));
  return (
    <section className="panel" aria-labelledby="offer-payouts-title" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="offer-payouts-title">
          {`Payouts, ${periodWords(scope.period)}`}
        </h1>
        <p className="panel-freshness">{`In ${currency}, days of ${timezone}`}</p>
        <div className="panel-tools">
          <Months actor={actor} selection={selection} />
          <SaveFile actor={saving} requestOf={(format) => ({ scope, format })} />
          <button
            type="button"
            className="icon-button"
            aria-label="Refresh"
            aria-disabled={!can}
            onClick={() => list.send({ type: 'list.refresh' })}
          >
            <RotateCw size={16} aria-hidden="true" />
          </button>
        </div>
      </header>
      <SavedFile actor={saving} />
      <p className="payouts-note">
        Due is what was carried from before, approved, refunded and corrected, less what was paid
        for these days. What is on hold waits for approval and is not due.
      </p>
      <CollectionNotice actor={list} nameOf={({ name }) => name} retryLabel="Retry the payouts" />
      <Body actor={actor} list={list} />
    </section>
  );
}

function Months({ actor, selection }: { actor: OfferPayoutsActor; selection: SelectionActor }) {
  const search = useSearch();
  const period = useSelector(actor, ({ context }) => context.place?.period);
  const today = useSelector(selection, ({ context }) => todayOf(context));
  if (!period || today === null) return null;
  return (
    <div className="payouts-months">
      <AppLink
        to={payoutsLink(search, { period: monthBefore(period) })}
        className="icon-button"
        aria-label="Previous month"
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </AppLink>
      <RangePicker
        period={period}
        today={today}
        onChoose={(chosen) =>
          actor.send({
            type: 'period.choose',
            period: typeof chosen === 'string' ? periodOf(chosen, today) : chosen,
          })
        }
      />
      <AppLink
        to={payoutsLink(search, { period: monthAfter(period) })}
        className="icon-button"
        aria-label="Next month"
      >
        <ChevronRight size={16} aria-hidden="true" />
      </AppLink>
    </div>
  );
}

function Body({ actor, list }: Props) {
  const showing = useSelector(list, (snapshot) => snapshot.hasTag('showing'));
  const { rows, problem } = useSelector(list, ({ context }) => context);
  const mayRecord = useSelector(actor, ({ context }) => mayPay(context));
  if (!showing) {
    return problem ? (
      <Failed problem={problem} name="payouts" onRetry={() => list.send({ type: 'retry' })} />
    ) : (
      <TableSkeleton rows={4} columns={8} />
    );
  }
  if (rows.length === 0) {
    return (
      <div className="blank">
        <p className="blank-title">Nothing was earned or paid by the end of these days</p>
        <p>
          Affiliates appear with their first conversion that pays. Choose later days, or all
          affiliates.
        </p>
      </div>
    );
  }
  return (
    <>
      <StatementTotals rows={rows} />
      <StatementTable list={list} rows={rows} mayRecord={mayRecord} />
    </>
  );
}
