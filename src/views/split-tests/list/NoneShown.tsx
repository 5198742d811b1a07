import { useSelector } from '@xstate/react';
import type { TestLine, TestTab } from '#contract/split-tests/schemas.ts';
import { mayWithTests, type SplitTestsActor } from '#machines/split-tests/split-tests.ts';
import { isNarrow, isOfTab, noFilter, type TestFilter } from '#model/split-test-list.ts';
import { Button } from '../../kit/Button.tsx';
import { AddTest } from './AddTest.tsx';

const none: Record<TestTab, { title: string; help: string }> = {
  running: {
    title: 'No test runs',
    help: 'Start a draft, or set up a new test.',
  },
  drafts: {
    title: 'No drafts',
    help: 'A test that you save without starting it waits here.',
  },
  finished: {
    title: 'No finished tests',
    help: 'A test that was stopped stays here until you archive it.',
  },
  learnings: {
    title: 'Nothing learned yet',
    help: 'What you decide about a test, and why, is kept here, also after it is archived.',
  },
};

/** No test of the tab, or none that the filter shows. */
export function NoneShown({
  actor,
  tests,
  filter,
}: {
  actor: SplitTestsActor;
  tests: readonly TestLine[];
  filter: TestFilter;
}) {
  const mayWrite = useSelector(actor, ({ context }) => mayWithTests(context, 'split-test.write'));
  const isFiltered = isNarrow(filter) && tests.some((test) => isOfTab(test, filter.tab));
  const { title, help } = none[filter.tab];
  if (isFiltered) {
    return (
      <div className="blank">
        <p className="blank-title">No test matches these filters</p>
        <Button onClick={() => actor.send({ type: 'params.change', params: noFilter })}>
          Clear filters
        </Button>
      </div>
    );
  }
  return (
    <div className="blank">
      <p className="blank-title">{title}</p>
      <p>{help}</p>
      {mayWrite && filter.tab === 'running' ? <AddTest /> : null}
    </div>
  );
}
