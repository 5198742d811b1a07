import { useSelector } from '@xstate/react';
import type { DashboardActor } from '#machines/dashboard.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { BreakdownPanel } from './BreakdownPanel.tsx';
import { GraphPanel } from './GraphPanel.tsx';
import { Totals } from './Totals.tsx';

/** The figures of the selection: totals, their course, and where they come from. */
export function Dashboard({
  actor,
  selection,
}: {
  actor: DashboardActor;
  selection: SelectionActor;
}) {
  const totals = useSelector(actor, ({ children }) => children.totals);
  const clicks = useSelector(actor, ({ children }) => children.clicks);
  const graph = useSelector(actor, ({ children }) => children.graph);
  const breakdown = useSelector(actor, ({ children }) => children.breakdown);

  return (
    <>
      <h1 className="only-read">Dashboard</h1>
      {totals && clicks ? <Totals totals={totals} clicks={clicks} selection={selection} /> : null}
      {graph ? <GraphPanel actor={graph} selection={selection} /> : null}
      {breakdown ? <BreakdownPanel actor={breakdown} selection={selection} /> : null}
    </>
  );
}
