import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { count, percent } from '../../kit/format.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { bayesText, instant, orUnknown, pText, unitsText } from './words.ts';

const splitWords = {
  healthy: { text: 'The split is as expected', meaning: 'good' },
  watch: { text: 'The split begins to differ', meaning: 'warn' },
  srm: { text: 'Split mismatch', meaning: 'bad' },
} as const;

/** Whether the test itself works: its split, units in several variants, and the goal's events. */
export function Health({
  test,
  results: {
    health: { split, multiple, goal },
  },
  zone,
}: {
  test: SplitTest;
  results: TestResults;
  zone: string;
}) {
  const { text, meaning } = splitWords[split.state];
  return (
    <section className="panel" aria-labelledby="test-health">
      <header className="panel-head">
        <h2 className="panel-title" id="test-health">
          Health
        </h2>
      </header>
      <div className="test-body health">
        <div>
          <StateDot look="health-state" meaning={meaning}>
            {text}
          </StateDot>
          <p className="test-quiet">
            Bayes factor {bayesText(split.bayes_factor)}; watched above 100, broken above 1,000.
            Chi-square p {pText(split.p)}, which is not judged.
          </p>
        </div>
        <table className="health-split">
          <caption className="only-read">Split of the phase that runs</caption>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">Seen</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {split.parts.map(({ key, units, expected }) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                <td>{count(units)}</td>
                <td>{count(expected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div>
          <StateDot look="health-state" meaning={multiple.is_too_high ? 'warn' : 'good'}>
            {`${unitsText(multiple.units, test.unit)} in several variants (${orUnknown(multiple.share, percent)})`}
          </StateDot>
          <p className="test-quiet">
            The first variant counts.
            {multiple.is_too_high
              ? ' So many make the difference smaller than it is: check that cookies are kept.'
              : ''}
          </p>
        </div>
        <StateDot look="health-state" meaning={goal.is_silent ? 'bad' : 'good'}>
          {goal.is_silent ? 'The goal is silent. Last event ' : 'The goal is reported. Last event '}
          {instant(goal.last_event_at, zone)}
        </StateDot>
      </div>
    </section>
  );
}
