import { useSelector } from '@xstate/react';
import {
  mayWithTests,
  type SplitTestsActor,
  type TestRowsActor,
  type TestRowsSnapshot,
} from '#machines/split-tests/split-tests.ts';
import { filterIn, listedTests } from '#model/split-test-list.ts';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { AddTest } from './AddTest.tsx';
import { DraftTable } from './DraftTable.tsx';
import { FirstTest } from './FirstTest.tsx';
import { Learnings } from './Learnings.tsx';
import { NoneShown } from './NoneShown.tsx';
import { StopDialog } from './StopDialog.tsx';
import { TestFilters } from './TestFilters.tsx';
import { TestTable } from './TestTable.tsx';
import { TestTabs } from './TestTabs.tsx';
import { TestTasks } from './TestTasks.tsx';

type Props = { actor: SplitTestsActor; list: TestRowsActor };

/** The tests of a tab, with what asks for an act above them. */
export function TestList({ actor, list }: Props) {
  const hasRows = useSelector(
    list,
    (snapshot) => snapshot.hasTag('showing') && snapshot.context.rows.length > 0,
  );
  return (
    <div className="split-tests">
      {hasRows ? <TestTasks list={list} /> : null}
      <ListPanel actor={actor} list={list} hasRows={hasRows} />
      <StopDialog list={list} />
    </div>
  );
}

function ListPanel({ actor, list, hasRows }: Props & { hasRows: boolean }) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const isRereading = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const mayWrite = useSelector(actor, ({ context }) => mayWithTests(context, 'split-test.write'));
  return (
    <section className="panel" aria-labelledby="split-tests-title" aria-busy={busy}>
      <div className="panel-progress" data-running={isRereading || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="split-tests-title">
          Split tests
        </h1>
        {hasRows && mayWrite ? (
          <div className="panel-tools">
            <AddTest />
          </div>
        ) : null}
      </header>
      <CollectionNotice
        actor={list}
        nameOf={({ name }) => name}
        retryLabel="Retry the list of split tests"
      />
      <Body actor={actor} list={list} />
    </section>
  );
}

function Body({ actor, list }: Props) {
  const scene = useSelector(list, sceneOf);
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const { rows, problem } = useSelector(list, ({ context }) => context);
  const place = useSelector(actor, ({ context }) => context.place);
  if (scene === 'failed' && problem) {
    return (
      <Failed problem={problem} name="split tests" onRetry={() => list.send({ type: 'retry' })} />
    );
  }
  if (scene === 'waiting' || !isOpen) return <TableSkeleton rows={4} columns={8} />;
  if (rows.length === 0) return <FirstTest actor={actor} />;
  const filter = filterIn(place);
  const shown = listedTests(rows, filter);
  return (
    <>
      <TestTabs tests={rows} tab={filter.tab} />
      <TestFilters actor={actor} filter={filter} />
      {shown.length === 0 ? (
        <NoneShown actor={actor} tests={rows} filter={filter} />
      ) : filter.tab === 'drafts' ? (
        <DraftTable actor={actor} list={list} tests={shown} />
      ) : filter.tab === 'learnings' ? (
        <Learnings actor={actor} tests={shown} />
      ) : (
        <TestTable actor={actor} list={list} tests={shown} />
      )}
    </>
  );
}

const sceneOf = (snapshot: TestRowsSnapshot): 'waiting' | 'failed' | 'ready' => {
  if (snapshot.hasTag('showing')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'waiting';
};
