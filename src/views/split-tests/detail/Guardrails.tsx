import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { change } from '../../kit/format.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { guardrailName } from '../common/words.ts';
import { orUnknown, valueText } from './words.ts';

/** That harm is not shown does not mean that there is none. */
const stateWords = {
  unknown: { text: 'unknown', meaning: null },
  not_shown: { text: 'harm not shown', meaning: 'good' },
  breached: { text: 'harm shown', meaning: 'bad' },
} as const;

/** What a winner must not harm. */
export function Guardrails({ test, results }: { test: SplitTest; results: TestResults }) {
  return (
    <section className="panel" aria-labelledby="test-guardrails">
      <header className="panel-head">
        <h2 className="panel-title" id="test-guardrails">
          Guardrails
        </h2>
      </header>
      <div className="test-body health">
        {results.guardrails.length === 0 ? (
          <p className="test-quiet">None are set: a winner may harm what is not measured.</p>
        ) : (
          results.guardrails.map(({ guardrail, variants }) => {
            const { type, event, direction } = guardrail;
            return (
              <div key={`${type} ${event} ${direction}`}>
                <h3 className="guardrail-name">{guardrailName(guardrail, test.unit)}</h3>
                <ul className="test-rows">
                  {variants.map(({ key, value, comparison, state }) => {
                    const { text, meaning } = stateWords[state];
                    const interval = comparison?.lift_interval ?? null;
                    return (
                      <li key={key}>
                        <strong className="test-key">{key}</strong>
                        <StateDot look="health-state" meaning={meaning}>
                          {text}
                        </StateDot>
                        <span className="test-figure">
                          {valueText(value, guardrail.type, results.currency)}
                          <span className="test-under">
                            {orUnknown(comparison?.lift, change)}
                            {interval
                              ? ` (${change(interval.low)} to ${change(interval.high)})`
                              : ''}
                          </span>
                        </span>
                      </li>
                    );
                  })}
                </ul>
              </div>
            );
          })
        )}
      </div>
    </section>
  );
}
