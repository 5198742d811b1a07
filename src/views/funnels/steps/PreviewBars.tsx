import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import { count, moment, percent } from '../../kit/format.ts';
import './steps.css';

/** What a draft would have counted lately: a bar for each step, with its people and its last event. */
export function PreviewBars({
  preview,
  steps,
  zone,
}: {
  preview: FunnelPreviewAnswer;
  steps: readonly Pick<Step, 'slug' | 'name'>[];
  zone: string;
}) {
  const most = Math.max(1, ...preview.steps.map(({ reached }) => reached));
  return (
    <div className="preview-bars">
      <ol>
        {steps.map(({ slug, name }) => {
          const counted = preview.steps.find((step) => step.slug === slug);
          return (
            <li key={slug} className="preview-step">
              <span className="preview-name">{name}</span>
              <span className="preview-count">{count(counted?.reached)}</span>
              <span className="preview-track" aria-hidden="true">
                <span
                  className="preview-bar"
                  style={{ inlineSize: `${((counted?.reached ?? 0) / most) * 100}%` }}
                />
              </span>
              <span className="field-hint">
                {counted === undefined
                  ? 'Not counted yet'
                  : counted.last_seen_at === null
                    ? 'No event of this step yet'
                    : `${count(counted.events)} events, the last ${moment(counted.last_seen_at, zone)}`}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="field-hint">
        In the last {preview.days} days: {percent(preview.rate)} of the people reached the end
        {preview.rate_before === null ? '' : `, instead of ${percent(preview.rate_before)}`}
        {preview.excluded > 0 ? `; ${count(preview.excluded)} were excluded` : ''}.
        {preview.sampled ? ' Counted from a tenth of the people.' : ''}
      </p>
      {preview.warnings.length > 0 ? (
        <ul className="preview-warnings">
          {preview.warnings.map(({ step, message }) => (
            <li key={`${step}: ${message}`} className="log-mark">
              {message}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
