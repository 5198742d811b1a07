import { useSelector } from '@xstate/react';
import type { OfferPayoutsActor } from '#machines/offers/offer-payouts.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { PayForm } from './PayForm.tsx';
import { StatementList } from './StatementList.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import './offer-payouts.css';

/** What affiliates are owed for a period: all of them, or the statement of one. */
export function OfferPayoutsScreen({
  actor,
  selection,
}: {
  actor: OfferPayoutsActor;
  selection: SelectionActor;
}) {
  const { statements, statement, saving } = useSelector(actor, ({ children }) => children);
  if (!statements || !saving) {
    return (
      <section className="panel" aria-label="Payouts" aria-busy>
        <TableSkeleton rows={6} columns={8} />
      </section>
    );
  }
  return (
    <>
      {statement ? (
        <StatementPanel
          actor={actor}
          statements={statements}
          statement={statement}
          saving={saving}
        />
      ) : (
        <StatementList actor={actor} list={statements} saving={saving} selection={selection} />
      )}
      <PayForm actor={statements} />
    </>
  );
}
