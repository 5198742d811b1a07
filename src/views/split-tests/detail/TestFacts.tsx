import { useSelector } from '@xstate/react';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { UnitLookUpActor } from '#machines/split-tests/split-test-parts.ts';
import type { TestResultsActor } from '#machines/split-tests/test-results.ts';
import { Guardrails } from './Guardrails.tsx';
import { Health } from './Health.tsx';
import { Phases } from './Phases.tsx';
import { TestLinks } from './TestLinks.tsx';
import { TestSettings } from './TestSettings.tsx';
import { UnitLookUp } from './UnitLookUp.tsx';

type Props = { test: SplitTest; zone: string };

/** Whether a started test works, what it is made of, and single visitors. */
export function StartedFacts({
  results: actor,
  units,
  test,
  zone,
}: Props & { results: TestResultsActor; units: UnitLookUpActor }) {
  const results = useSelector(actor, ({ context }) => context.row?.results ?? null);
  return (
    <div className="test-facts">
      {results ? (
        <>
          <Health test={test} results={results} zone={zone} />
          <Guardrails test={test} results={results} />
        </>
      ) : null}
      <TestLinks test={test} />
      <TestSettings test={test} />
      <Phases test={test} zone={zone} />
      <UnitLookUp actor={units} test={test} zone={zone} />
    </div>
  );
}

/** What a draft is made of. */
export function DraftFacts({ test }: Pick<Props, 'test'>) {
  return (
    <div className="test-facts">
      <TestLinks test={test} />
      <TestSettings test={test} />
    </div>
  );
}
