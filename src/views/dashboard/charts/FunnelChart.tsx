import type { CSSProperties } from 'react';
import type { FunnelStep } from '#contract/analytics/report.ts';
import { FigureButton } from '../../kit/FigureButton.tsx';
import { count, duration, percent } from '../../kit/format.ts';

/** The figure behind a step, whose goal can have any event name. A defined funnel lists people on its own screen. */
export const funnelFigure = (
  kind: 'users' | 'left' | 'events',
  { event_name: name }: FunnelStep,
  isOwn: boolean,
): string => (isOwn ? '' : `funnel_${kind}_${/^\w{1,40}$/.test(name) ? name : 'goal'}`);

/** One bar per step, as wide as the share of visitors who reached it, with the compared period behind it. */
export function FunnelChart({
  steps,
  before,
  isOwn,
}: {
  steps: readonly FunnelStep[];
  before: readonly FunnelStep[];
  /** Whether it is a funnel that the project has defined. */
  isOwn: boolean;
}) {
  return (
    <div className="funnel">
      <p className="funnel-row funnel-head" aria-hidden="true">
        <span className="funnel-people">People</span>
        <span className="funnel-share">Of all</span>
        <span className="funnel-other">{before.length > 0 ? 'Before' : ''}</span>
      </p>
      <ol aria-label="Steps">
        {steps.map((step, index) => {
          const other = before.find(({ name }) => name === step.name);
          return (
            <li key={step.order} className="funnel-step">
              {index === 0 ? null : (
                <p className="funnel-between">
                  <strong>{percent(step.rate_from_previous)}</strong> went on
                  <span className="funnel-left">
                    <FigureButton
                      figure={funnelFigure('left', step, isOwn)}
                      label={`${count(step.dropped)} left before ${step.name}, show them`}
                    >
                      {count(step.dropped)} left
                    </FigureButton>
                    {step.median_seconds === null
                      ? ''
                      : `, median time ${duration(step.median_seconds)}`}
                  </span>
                </p>
              )}
              <div className="funnel-row">
                <p className="funnel-name">{step.name}</p>
                <div className="funnel-track" style={shares(step, other)} aria-hidden="true">
                  <span className="funnel-before" />
                  <span className="funnel-bar" />
                </div>
                <p className="funnel-people">
                  <FigureButton figure={funnelFigure('users', step, isOwn)}>
                    {count(step.users)}
                    <span className="only-read"> people, </span>
                  </FigureButton>
                </p>
                <p className="funnel-share">
                  {percent(step.rate_from_start)}
                  <span className="only-read"> of all</span>
                </p>
                <p className="funnel-other">
                  {other ? (
                    <>
                      <span className="only-read">, before </span>
                      {count(other.users)}
                      <span className="funnel-other-share"> {percent(other.rate_from_start)}</span>
                    </>
                  ) : null}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Both bars are shares of their own first step, so that shapes are compared and not the sizes of the periods. */
const shares = (step: FunnelStep, other: FunnelStep | undefined): CSSProperties =>
  Object.fromEntries([
    ['--now', `${(step.rate_from_start ?? 0) * 100}%`],
    ['--before', `${(other?.rate_from_start ?? 0) * 100}%`],
  ]);
