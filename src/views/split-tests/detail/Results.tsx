import { useSelector } from '@xstate/react';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { LatestResultsActor, SaveTestActor } from '#machines/split-tests/split-test-parts.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import type { TestResultsActor } from '#machines/split-tests/test-results.ts';
import { Failed } from '../../kit/Failed.tsx';
import { Stale } from '../../kit/Stale.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ChangeNotice } from './ChangeNotice.tsx';
import { IntervalSeries } from './IntervalSeries.tsx';
import { Learned } from './Learned.tsx';
import { Unseen } from './Unseen.tsx';
import { VariantFigures } from './VariantFigures.tsx';
import { VerdictActs, VerdictPanel } from './VerdictPanel.tsx';
import { instant } from './words.ts';

type Props = {
  actor: TestResultsActor;
  decision: TestChangeActor;
  shipping: TestChangeActor;
  saving: SaveTestActor;
  selection: SelectionActor;
  test: SplitTest;
  zone: string;
  mayWrite: boolean;
};

/** What is known about a started test, beginning with what to do now. */
export function Results({
  actor,
  decision,
  shipping,
  saving,
  selection,
  test,
  zone,
  mayWrite,
}: Props) {
  const latest = useSelector(actor, ({ children }) => children.latest);
  const series = useSelector(actor, ({ children }) => children.series);
  const row = useSelector(actor, ({ context }) => context.row);
  const isUnseen = useSelector(actor, (snapshot) => snapshot.matches('unseen'));
  if (!latest) return null;
  if (!row) return <Unread latest={latest} />;
  const { results, live } = row;
  return (
    <>
      <Age latest={latest} asOf={results?.as_of ?? null} zone={zone} />
      {isUnseen || !results ? (
        <Unseen test={test} live={live} zone={zone} />
      ) : (
        <>
          <VerdictPanel
            test={test}
            results={results}
            zone={zone}
            acts={
              mayWrite && test.status !== 'archived' ? (
                <VerdictActs
                  decision={decision}
                  shipping={shipping}
                  test={test}
                  results={results}
                />
              ) : null
            }
            notices={
              <>
                <ChangeNotice actor={decision} />
                <ChangeNotice actor={shipping} />
              </>
            }
          />
          {test.decision ? <Learned test={test} decision={test.decision} zone={zone} /> : null}
          <VariantFigures test={test} results={results} saving={saving} />
          {series ? <IntervalSeries actor={series} selection={selection} test={test} /> : null}
        </>
      )}
      <ChangeDialog actor={decision} test={test} results={results} />
      <ChangeDialog actor={shipping} test={test} results={results} />
    </>
  );
}

function Unread({ latest }: { latest: LatestResultsActor }) {
  const problem = useSelector(latest, (snapshot) =>
    snapshot.matches('failed') ? snapshot.context.problem : null,
  );
  return (
    <section className="panel" aria-label="Results" aria-busy={problem === null}>
      {problem ? (
        <Failed problem={problem} name="results" onRetry={() => latest.send({ type: 'retry' })} />
      ) : (
        <TableSkeleton rows={4} columns={4} />
      )}
    </section>
  );
}

/** The earlier figures stay when they cannot be read again, with their age. */
function Age({
  latest,
  asOf,
  zone,
}: {
  latest: LatestResultsActor;
  asOf: string | null;
  zone: string;
}) {
  const problem = useSelector(latest, (snapshot) =>
    snapshot.matches({ ready: { resting: 'stale' } }) ? snapshot.context.problem : null,
  );
  if (!problem) return null;
  return (
    <Stale
      problem={problem}
      time={asOf === null ? 'an earlier count' : instant(asOf, zone)}
      name="results"
      onRetry={() => latest.send({ type: 'retry' })}
    />
  );
}
