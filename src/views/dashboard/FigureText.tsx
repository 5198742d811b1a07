import type { FigureRows } from '#contract/analytics/figure-rows.ts';
import { span } from '../kit/format.ts';
import '../kit/fact-lines.css';
import { inUtc } from './figure-words.ts';

/** The period is shown already, so these filters are left out. */
const isTime: ReadonlySet<string> = new Set(['hour', 'date']);

/** The figure, its period and its filters. */
export function FigureText({ found: { figure, window, filters } }: { found: FigureRows }) {
  return (
    <>
      <p className="figure-rows-about">
        {figure.description} <span className="quiet">= {figure.formula}</span>
      </p>
      <dl className="fact-lines figure-facts">
        <div>
          <dt>Time</dt>
          <dd>
            {span(window.from, window.to, window.timezone)}, {window.timezone}
          </dd>
        </div>
        <div>
          <dt>In UTC</dt>
          <dd>
            from {inUtc(window.from)} to before {inUtc(window.to)}
          </dd>
        </div>
        {filters
          .filter(({ name }) => !isTime.has(name))
          .map(({ name, title, only, values }) => (
            <div key={`${name} ${only} ${values.join()}`}>
              <dt>{title}</dt>
              <dd>
                {only ? '' : 'not '}
                {values.join(', ')}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
