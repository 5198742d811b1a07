import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { count } from '../../kit/format.ts';

/** How far each variant is from having enough conversions to be read. */
export function ConversionProgress({ test, results }: { test: SplitTest; results: TestResults }) {
  return (
    <ul className="progresses" aria-label="Conversions needed">
      {results.variants.map(({ key, conversions }) => (
        <li key={key}>
          <strong className="test-key">{key}</strong>
          <progress
            max={test.min_conversions}
            value={Math.min(conversions, test.min_conversions)}
            aria-label={`Conversions of ${key}`}
          />
          <span>
            {count(conversions)} of {count(test.min_conversions)} conversions
          </span>
        </li>
      ))}
    </ul>
  );
}
