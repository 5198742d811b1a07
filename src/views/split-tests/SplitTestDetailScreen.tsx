import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { mayInTest, type SplitTestDetailActor } from '#machines/split-tests/split-test-detail.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { ChangeDialog } from './detail/ChangeDialog.tsx';
import { PastResults } from './detail/PastResults.tsx';
import { Results } from './detail/Results.tsx';
import { DraftFacts, StartedFacts } from './detail/TestFacts.tsx';
import { TestHead } from './detail/TestHead.tsx';
import './split-tests.css';
import './split-test-detail.css';

type Props = { actor: SplitTestDetailActor; selection: SelectionActor };

/** One split test, or why it cannot be shown. */
export function SplitTestDetailScreen({ actor, selection }: Props) {
  const holder = useSelector(actor, ({ children }) => children.test);
  const isMissing = useSelector(actor, (snapshot) => snapshot.matches('missing'));
  const test = useSelector(actor, ({ context }) => context.test);
  const isKnown = useSelector(actor, (snapshot) => snapshot.hasTag('known'));
  const problem = useSelector(holder, (snapshot) =>
    snapshot?.matches('failed') ? snapshot.context.problem : null,
  );
  if (isMissing) return <MissingTest />;
  if (isKnown && test) return <KnownTest actor={actor} selection={selection} test={test} />;
  return (
    <section className="panel" aria-label="Split test" aria-busy={problem === null}>
      {problem && holder ? (
        <Failed problem={problem} name="test" onRetry={() => holder.send({ type: 'retry' })} />
      ) : (
        <TableSkeleton rows={6} columns={4} />
      )}
    </section>
  );
}

function KnownTest({ actor, selection, test }: Props & { test: SplitTest }) {
  const {
    test: holder,
    lifecycle,
    results,
    past,
    decision,
    shipping,
    units,
    saving,
  } = useSelector(actor, ({ children }) => children);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayWrite = useSelector(actor, ({ context }) => mayInTest(context, 'split-test.write'));
  const isPast = useSelector(actor, (snapshot) => snapshot.hasTag('past'));
  if (!holder || !lifecycle) return null;
  return (
    <div className="test-detail">
      <TestHead holder={holder} lifecycle={lifecycle} test={test} mayWrite={mayWrite && !isPast} />
      {isPast && past ? (
        <PastResults actor={past} test={test} zone={zone} />
      ) : results && decision && shipping && saving && units ? (
        <>
          <Results
            actor={results}
            decision={decision}
            shipping={shipping}
            saving={saving}
            selection={selection}
            test={test}
            zone={zone}
            mayWrite={mayWrite}
          />
          <StartedFacts results={results} units={units} test={test} zone={zone} />
        </>
      ) : (
        <DraftFacts test={test} />
      )}
      <ChangeDialog actor={lifecycle} test={test} results={null} />
    </div>
  );
}

/** What an address without a test shows. */
function MissingTest() {
  const search = useSearch();
  return (
    <div className="blank blank-tall" role="alert">
      <h1 className="blank-title">There is no split test at this address</h1>
      <p>It belongs to another project, you may not see it, or the address is wrong.</p>
      <AppLink to={linkWith(splitTestPaths.list, search)} className="button">
        All split tests
      </AppLink>
    </div>
  );
}
