import { useState } from 'react';
import type { FunnelReport, ReportStep } from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelReportActor } from '#machines/funnels/funnel-overview.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { count, percent } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';
import { flowOf, plainFlowOf } from '../map/flow.ts';
import { LazyMap } from '../map/LazyMap.tsx';

const definition =
  'How many people took each required step in order, and how many left before the next. A person counts once, by the attempt that got furthest.';

/** The height of the map, so that its skeleton and its messages have the same. */
const room = 320;

/** The people of the published definition on the map of its steps. */
export function MapPanel({
  actor,
  selection,
  funnel,
}: {
  actor: FunnelReportActor;
  selection: SelectionActor;
  funnel: Funnel;
}) {
  const [asTable, setAsTable] = useState(false);
  const steps = funnel.published?.definition.steps ?? [];
  const plainMap = <LazyMap flow={plainFlowOf(steps)} />;
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Map"
      definition={definition}
      twin={{ shown: asTable, onChange: setAsTable }}
      room={room}
      skeleton={plainMap}
      quiet={
        <>
          {plainMap}
          <p className="flow-note">
            Nobody took the first step in these days. Choose a longer range, or check on Pixels
            whether its events arrive.
          </p>
        </>
      }
    >
      {(report) => (
        <>
          {asTable ? <MapTable steps={report.steps} /> : <LazyMap flow={flowOf(report)} />}
          <Totals report={report} />
        </>
      )}
    </LoaderPanel>
  );
}

/** The map of a draft, which has no figures yet. */
export function DraftMap({ funnel }: { funnel: Funnel }) {
  const flow = plainFlowOf(funnel.steps);
  return (
    <Panel title="Map" definition={definition} busy={false} refreshing={false} status={null}>
      <div className="panel-room" style={{ minHeight: room }}>
        {flow.links.length > 0 ? <LazyMap flow={flow} /> : null}
        <p className="flow-note">
          {flow.links.length > 0 ? '' : 'This draft needs at least two required steps. '}
          Publish to see figures.
        </p>
      </div>
    </Panel>
  );
}

/** What the map does not show: the overall rate, open entries and people who are counted apart. */
function Totals({ report: { totals } }: { report: FunnelReport }) {
  const { entered, converted, rate, open, excluded } = totals;
  return (
    <p className="flow-note">
      {count(converted)} of {count(entered)} converted, {percent(rate)}.{' '}
      {open > 0 ? `${count(open)} entries are still open and may get further. ` : ''}
      {excluded > 0
        ? `${count(excluded)} people are excluded: an excluded event voided each of their attempts.`
        : ''}
    </p>
  );
}

function MapTable({ steps }: { steps: readonly ReportStep[] }) {
  return (
    <PlainTable
      name="People by step"
      rowTitle="Step"
      rows={steps}
      keyOf={({ slug }) => slug}
      write={({ name, optional }) => (
        <>
          {name}
          {optional ? <span className="quiet"> optional</span> : null}
        </>
      )}
      columns={columns}
      height={room}
    />
  );
}

const columns: readonly PlainColumn<ReportStep>[] = [
  { title: 'People', write: ({ reached }) => count(reached) },
  { title: 'Of the step before', write: ({ step_rate }) => percent(step_rate) },
  { title: 'Of all', write: ({ overall_rate }) => percent(overall_rate) },
  {
    title: 'Left before',
    write: ({ dropped, step_rate, health }) =>
      count(step_rate === null || health.state === 'silent' ? null : dropped),
  },
];
