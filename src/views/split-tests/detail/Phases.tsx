import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { exactPercent } from '../../kit/format.ts';
import { instant } from './words.ts';

/** The times between changes of shares or traffic, latest first. */
export function Phases({ test, zone }: { test: SplitTest; zone: string }) {
  return (
    <section className="panel" aria-labelledby="test-phases">
      <header className="panel-head">
        <h2 className="panel-title" id="test-phases">
          Phases
        </h2>
      </header>
      <ol className="test-body test-rows" reversed>
        {test.phases.toReversed().map((phase) => (
          <li key={phase.n}>
            <strong className="test-key">{phase.n}</strong>
            <span>
              {phase.reason}
              <span className="test-quiet test-where">
                {instant(phase.started_at, zone)} to{' '}
                {phase.ended_at === null ? 'now' : instant(phase.ended_at, zone)}
              </span>
            </span>
            <span className="test-figure">
              {Object.entries(phase.weights)
                .map(([key, weight]) => `${key} ${exactPercent(weight / 10_000)}`)
                .join(', ')}
              {phase.traffic_pct === 100 ? '' : ` of ${exactPercent(phase.traffic_pct / 100)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
