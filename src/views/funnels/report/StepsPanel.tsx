import { useState } from 'react';
import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelReport } from '#contract/funnels/report.ts';
import type { ReportActor } from '#machines/funnels/funnel-dashboard.ts';
import type { PeopleChoice } from '#model/funnel-dashboard.ts';
import { days, percent } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { BreakdownTable } from './BreakdownTable.tsx';
import { NoPeople } from './NoPeople.tsx';
import type { ReportPanelProps } from './report-panel.ts';
import { StepBars } from './StepBars.tsx';
import { StepTable } from './StepTable.tsx';
import { Totals } from './Totals.tsx';

const definition =
  'Each person counts once, with the attempt that got furthest. A rate is of the people at the required step before, with its 80 % confidence interval.';

/** How far people came, step by step. */
export function StepsPanel({
  screen,
  actor,
  selection,
  view,
  steps,
}: ReportPanelProps<ReportActor>) {
  const [asTable, setAsTable] = useState(false);
  const { breakdown, filters } = view;
  const open = (people: PeopleChoice) => screen.send({ type: 'view.change', change: { people } });
  const only = (value: string) => {
    if (breakdown === null) return;
    const filter = { property: breakdown, operator: 'in' as const, values: [value] };
    const others = filters.filter(({ property }) => property !== breakdown);
    screen.send({ type: 'view.change', change: { filters: [...others, filter] } });
  };
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="People by step"
      definition={definition}
      twin={{ shown: asTable, onChange: setAsTable }}
      room={64 + steps.length * 92}
      skeleton={<StepsSkeleton steps={steps} />}
      quiet={<NoPeople actor={actor} screen={screen} view={view} />}
    >
      {(report) => (
        <>
          <Totals report={report} onOpen={open} />
          {report.compared ? <Chance compared={report.compared} /> : null}
          {asTable ? (
            <StepTable report={report} onOpen={open} />
          ) : (
            <StepBars report={report} onOpen={open} />
          )}
          {breakdown && report.breakdown ? (
            <BreakdownTable report={report} breakdown={breakdown} onOpen={open} onOnly={only} />
          ) : null}
        </>
      )}
    </LoaderPanel>
  );
}

/** From here on a difference is no reason to act. */
const likelyChance = 0.1;

/** How far the difference of the two rates is from chance. */
function Chance({
  compared: { period, p_value },
}: {
  compared: NonNullable<FunnelReport['compared']>;
}) {
  return (
    <p className="report-chance">
      Compared with {days(period.start, period.end)}.{' '}
      {p_value === null
        ? null
        : p_value < likelyChance
          ? `Probably a real difference: chance makes one this large in ${percent(p_value)} of cases. `
          : `This may be chance: it makes a difference this large in ${percent(p_value)} of cases. `}
      This is not an A/B test: the traffic of the two periods may differ.
    </p>
  );
}

const totalNames = ['Entered', 'Converted', 'Rate', 'EPC', 'CPA', 'ROAS', 'Excluded'];

/** Grey bars with the real names. */
function StepsSkeleton({ steps }: { steps: readonly Step[] }) {
  return (
    <>
      <dl className="report-totals">
        {totalNames.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Skeleton width={72} height={20} />
              <small>&nbsp;</small>
            </dd>
          </div>
        ))}
      </dl>
      <ol className="step-bars" aria-label="Steps, loading">
        {steps.map(({ slug, name }, index) => (
          <li key={slug}>
            {index === 0 ? null : <p className="step-between" />}
            <div className="step-row">
              <p className="step-name">{name}</p>
              <div className="step-track">
                <Skeleton width={`${100 / (index + 1)}%`} height={28} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
