import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { Step } from '#contract/funnels/definition.ts';
import type { ReportStep } from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelReportActor } from '#machines/funnels/funnel-overview.ts';
import { span } from '#model/funnel-changes.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, moment, none, percent } from '../../kit/format.ts';
import { matcherWords } from '../common/matcher-words.ts';
import { milliseconds } from '../common/words.ts';
import { stepNote } from '../steps/step-words.ts';
import { StepHealthMark } from './StepHealthMark.tsx';

/** The steps with the events that they count, their rates and whether their events arrive. */
export function StepsPanel({
  funnel,
  report,
  zone,
}: {
  funnel: Funnel;
  /** Missing for a draft. */
  report: FunnelReportActor | undefined;
  zone: string;
}) {
  const heading = useId();
  const figures = useSelector(report, (snapshot) => snapshot?.context.answer?.data.steps);
  const steps = funnel.published?.definition.steps ?? funnel.steps;
  return (
    <section className="panel" aria-labelledby={heading}>
      <header className="panel-head">
        <h2 className="panel-title" id={heading}>
          Steps
        </h2>
      </header>
      <ol className="flow-steps" aria-label="Steps">
        {steps.map((step) => (
          <StepItem
            key={step.slug}
            step={step}
            figures={figures?.find(({ slug }) => slug === step.slug)}
            hasFigures={report !== undefined}
            zone={zone}
          />
        ))}
      </ol>
    </section>
  );
}

function StepItem({
  step,
  figures,
  hasFigures,
  zone,
}: {
  step: Step;
  figures: ReportStep | undefined;
  hasFigures: boolean;
  zone: string;
}) {
  const { name, matcher, window_minutes, page_url } = step;
  return (
    <li className="flow-step" aria-label={name}>
      <div className="flow-step-what">
        <span className="flow-step-name">{name}</span>
        <span className="quiet">
          {[stepNote(step), window_minutes === null ? '' : `within ${span(window_minutes)}`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <span className="flow-step-matcher">{matcherWords(matcher)}</span>
        {page_url ? (
          <AppLink to={page_url} external className="link">
            Open the page
          </AppLink>
        ) : null}
      </div>
      {hasFigures ? (
        <dl className="flow-step-figures">
          <div>
            <dt>People</dt>
            <dd>{count(figures?.reached)}</dd>
          </div>
          <div>
            <dt>Of the step before</dt>
            <dd>{percent(figures?.step_rate)}</dd>
          </div>
          <div>
            <dt>Median time</dt>
            <dd>{milliseconds(figures?.median_ms)}</dd>
          </div>
          <div>
            <dt>Last event</dt>
            <dd>{lastEventOf(figures, zone)}</dd>
          </div>
          <div>
            <dt>Health</dt>
            <dd>
              <StepHealthMark health={figures?.health} zone={zone} />
            </dd>
          </div>
        </dl>
      ) : null}
    </li>
  );
}

const lastEventOf = (figures: ReportStep | undefined, zone: string): string => {
  if (!figures) return none;
  return figures.last_event_at === null ? 'None in 90 days' : moment(figures.last_event_at, zone);
};
