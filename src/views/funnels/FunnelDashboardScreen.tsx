import { useSelector } from '@xstate/react';
import { PencilRuler } from 'lucide-react';
import { useSearch } from 'wouter';
import type { FunnelDashboardActor } from '#machines/funnels/funnel-dashboard.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { MissingFunnel } from './MissingFunnel.tsx';
import { FunnelReportView } from './report/FunnelReportView.tsx';
import './report/report.css';

/** A funnel's dashboard: what to do now, and where people and money are lost. */
export function FunnelDashboardScreen({
  actor,
  selection,
}: {
  actor: FunnelDashboardActor;
  selection: SelectionActor;
}) {
  const search = useSearch();
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const isDraft = useSelector(actor, (snapshot) => snapshot.matches('draft'));
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const funnel = useSelector(actor, ({ context }) => context.funnel);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const slug = useSelector(actor, ({ context }) => context.view.slug);
  if (isOpen && funnel) {
    return <FunnelReportView actor={actor} selection={selection} funnel={funnel} />;
  }
  if (isMissing) return <MissingFunnel />;
  return (
    <div className="conversions report" aria-busy={busy}>
      <header className="report-head">
        <h1 className="conversions-title">{funnel?.name ?? 'Funnel'}</h1>
      </header>
      <section className="panel" aria-label="Report">
        {isDraft ? (
          <div className="blank">
            <PencilRuler size={24} aria-hidden="true" />
            <p className="blank-title">This funnel is not published</p>
            {mayWrite ? (
              <>
                <p>Publish it, and its figures of the past appear here at once.</p>
                <AppLink to={linkWith(funnelPaths.editor(slug), search)} className="button">
                  Open the editor
                </AppLink>
              </>
            ) : (
              <p>Ask an owner, manager or buyer of the project to publish it.</p>
            )}
          </div>
        ) : problem ? (
          <Failed problem={problem} name="funnel" onRetry={() => actor.send({ type: 'retry' })} />
        ) : (
          <TableSkeleton rows={6} columns={3} />
        )}
      </section>
    </div>
  );
}
