import { useSelector } from '@xstate/react';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelDashboardActor } from '#machines/funnels/funnel-dashboard.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { AdviceLine } from './AdviceLine.tsx';
import { OpportunitiesPanel } from './OpportunitiesPanel.tsx';
import { PeopleDrawer } from './PeopleDrawer.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ReportTabs } from './ReportTabs.tsx';
import { StepsPanel } from './StepsPanel.tsx';
import { TimePanel } from './TimePanel.tsx';
import { TrendPanel } from './TrendPanel.tsx';

/** The report of a published funnel. */
export function FunnelReportView({
  actor,
  selection,
  funnel,
}: {
  actor: FunnelDashboardActor;
  selection: SelectionActor;
  funnel: Funnel;
}) {
  const { report, opportunities, people, trend, time } = useSelector(
    actor,
    ({ children }) => children,
  );
  const view = useSelector(actor, ({ context }) => context.view);
  const steps = funnel.published?.definition.steps ?? [];
  const names = new Map(steps.map(({ slug, name }) => [slug, name]));
  const shared = { screen: actor, selection, view, steps };
  return (
    <div className="conversions report">
      {report && opportunities ? (
        <AdviceLine report={report} opportunities={opportunities} />
      ) : null}
      <ReportHead screen={actor} selection={selection} funnel={funnel} />
      <ReportTabs current={view.tab} />
      {view.tab === 'steps' && report ? <StepsPanel {...shared} actor={report} /> : null}
      {trend ? <TrendPanel {...shared} actor={trend} /> : null}
      {time ? <TimePanel {...shared} actor={time} /> : null}
      {view.tab === 'opportunities' && opportunities ? (
        <OpportunitiesPanel actor={opportunities} selection={selection} />
      ) : null}
      {people ? <PeopleDrawer screen={actor} actor={people} names={names} /> : null}
    </div>
  );
}
