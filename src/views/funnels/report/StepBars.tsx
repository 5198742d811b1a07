import { type CSSProperties, Fragment } from 'react';
import type { FunnelReport, ReportStep } from '#contract/funnels/report.ts';
import type { PeopleChoice } from '#model/funnel-dashboard.ts';
import { count, money, percent } from '../../kit/format.ts';
import { healthProblem, isReliable } from '../common/health-words.ts';
import { milliseconds } from '../common/words.ts';
import { Known } from './Known.tsx';
import { bounds, moneyReason, reasons } from './words.ts';

type Compared = NonNullable<FunnelReport['compared']>['steps'][number];

/** One bar per step, as wide as the share of people who reached it, with the drop before it and its money. */
export function StepBars({
  report,
  onOpen,
}: {
  report: FunnelReport;
  onOpen: (people: PeopleChoice) => void;
}) {
  return (
    <ol className="step-bars" aria-label="Steps">
      {report.steps.map((step, index) => (
        <li key={step.slug}>
          {index === 0 ? null : <Between step={step} report={report} onOpen={onOpen} />}
          <Bar
            step={step}
            report={report}
            before={report.compared?.steps.find(({ slug }) => slug === step.slug)}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ol>
  );
}

type Part = {
  step: ReportStep;
  report: FunnelReport;
  onOpen: (people: PeopleChoice) => void;
};

/** What happened between the step before and this one. */
function Between({ step, report, onOpen }: Part) {
  const { name, slug, optional, dropped, step_rate, interval, median_ms, p90_ms } = step;
  const stake = isReliable(step) && !optional ? step.revenue_at_stake : null;
  return (
    <p className="step-between">
      <span>
        <strong>
          <Known text={percent(step_rate)} reason={reasons.stepRate} />
        </strong>{' '}
        {optional ? 'took it' : 'went on'}
        {interval ? (
          <span className="quiet" title="80 % confidence interval">
            {' '}
            ({bounds(interval)})
          </span>
        ) : null}
      </span>
      {isReliable(step) ? (
        <button
          type="button"
          className="report-people step-drop"
          data-optional={optional || undefined}
          data-none={dropped === 0 || undefined}
          onClick={() => onOpen({ step: slug, outcome: 'dropped' })}
        >
          {count(dropped)} {optional ? 'skipped it' : 'left'}
          <span className="only-read"> before {name}, show the people</span>
        </button>
      ) : (
        <span className="step-no-loss">No loss: its events do not arrive</span>
      )}
      {median_ms === null ? null : (
        <span>
          median {milliseconds(median_ms)}, 90 % within {milliseconds(p90_ms)}
        </span>
      )}
      {stake === null || stake === 0 ? null : (
        <span>
          {money(stake, report.currency)} {report.currency} at stake
        </span>
      )}
    </p>
  );
}

function Bar({ step, report, before, onOpen }: Part & { before: Compared | undefined }) {
  const { name, slug, optional, reached, overall_rate } = step;
  const { currency, totals } = report;
  const trouble = healthProblem(step.health, report.period.timezone, report.as_of);
  const facts = [
    ['Cost each', money(step.cost_per_person, currency), reasons.cost],
    ['Value each', money(step.value_per_person, currency), moneyReason(totals, 'value')],
  ] as const;
  return (
    <div className="step-row" data-optional={optional || undefined}>
      <p className="step-name">
        {name}
        {optional ? <span className="report-mark">optional</span> : null}
        {trouble ? (
          <span className="report-mark" data-kind="trouble">
            {trouble}
          </span>
        ) : null}
      </p>
      <button
        type="button"
        className="step-track"
        style={shares(step, before)}
        aria-label={`${count(reached)} people reached ${name}, show them`}
        onClick={() => onOpen({ step: slug, outcome: 'reached' })}
      >
        {before ? <span className="step-before" /> : null}
        <span className="step-bar" />
      </button>
      <p className="step-reached">
        <strong>{count(reached)}</strong>
        <span className="quiet">
          {' '}
          <Known text={percent(overall_rate)} reason={reasons.rate} />
          <span className="only-read"> of all</span>
        </span>
        {before ? (
          <span className="step-then">
            before {count(before.reached)}, {percent(before.overall_rate)}
          </span>
        ) : null}
      </p>
      <dl className="step-money">
        {facts.map(([title, text, reason]) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd>
              <Known text={text} reason={reason} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}

/** Both bars are shares of their own first step, so that shapes are compared and not the sizes of the periods. */
const shares = (step: ReportStep, before: Compared | undefined): CSSProperties =>
  Object.fromEntries([
    ['--now', `${(step.overall_rate ?? 0) * 100}%`],
    ['--before', `${(before?.overall_rate ?? 0) * 100}%`],
  ]);
