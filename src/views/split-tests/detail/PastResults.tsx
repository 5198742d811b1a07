import { useSelector } from '@xstate/react';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { PastResultsActor } from '#machines/split-tests/split-test-parts.ts';
import { undecided } from '#model/split-test-detail.ts';
import { Failed } from '../../kit/Failed.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { SnapshotLink } from '../common/SnapshotLink.tsx';
import { Guardrails } from './Guardrails.tsx';
import { Health } from './Health.tsx';
import { VariantFigures } from './VariantFigures.tsx';
import { VerdictPanel } from './VerdictPanel.tsx';
import { instant } from './words.ts';

type Props = { actor: PastResultsActor; test: SplitTest; zone: string };

/** What was known at an earlier time, with the way back to what is known now. */
export function PastResults({ actor, test, zone }: Props) {
  const results = useSelector(actor, ({ context }) => context.answer?.data ?? null);
  const problem = useSelector(actor, (snapshot) =>
    snapshot.matches('failed') ? snapshot.context.problem : null,
  );
  return (
    <>
      <div className="panel past" role="status">
        <p>{results ? wordsOf(test, results, zone) : 'Earlier figures'}</p>
        <SnapshotLink test={test} snapshot={null}>
          Latest figures
        </SnapshotLink>
      </div>
      {results ? (
        <>
          <VerdictPanel test={undecided(test)} results={results} zone={zone} />
          <VariantFigures test={test} results={results} />
          <div className="test-facts">
            <Health test={test} results={results} zone={zone} />
            <Guardrails test={test} results={results} />
          </div>
        </>
      ) : (
        <section className="panel" aria-label="Earlier figures" aria-busy={problem === null}>
          {problem ? (
            <Failed
              problem={problem}
              name="earlier figures"
              onRetry={() => actor.send({ type: 'retry' })}
            />
          ) : (
            <TableSkeleton rows={4} columns={4} />
          )}
        </section>
      )}
    </>
  );
}

function wordsOf(
  { decision }: SplitTest,
  { snapshot_id: id, as_of: at }: TestResults,
  zone: string,
) {
  const by = decision?.snapshot_id === id ? ', by which the test was decided' : '';
  return `Figures of ${instant(at, zone)}${by}. They never change.`;
}
