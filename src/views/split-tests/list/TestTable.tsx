import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import {
  mayWithTests,
  type SplitTestsActor,
  type TestRowsActor,
} from '#machines/split-tests/split-tests.ts';
import { daysLeftOf, splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count, none } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { type DataColumn, DataTable } from '../../kit/tables/DataTable.tsx';
import { GateChip } from '../common/GateChip.tsx';
import { extentOf, IntervalPlot } from '../common/IntervalPlot.tsx';
import { StatusChip } from '../common/StatusChip.tsx';
import { decisionText, goalWords, intervalText, kindWords, liftText } from '../common/words.ts';
import { ChanceBar } from './ChanceBar.tsx';
import { TestMenu } from './TestMenu.tsx';

/** One row for each test that has started, with what its latest snapshot says. */
export function TestTable({
  actor,
  list,
  tests,
}: {
  actor: SplitTestsActor;
  list: TestRowsActor;
  tests: readonly TestLine[];
}) {
  const mayWrite = useSelector(actor, ({ context }) => mayWithTests(context, 'split-test.write'));
  const search = useSearch();
  const extent = extentOf(tests.flatMap(({ leader }) => leader ?? []));
  const labelled = (title: string): Pick<DataColumn<TestLine>, 'title' | 'attributes'> => ({
    title,
    attributes: () => ({ 'data-label': title }),
  });
  return (
    <DataTable<TestLine>
      frame={{ name: 'Rows of split tests', className: 'log-frame' }}
      className="log split-table cards"
      caption="Split tests"
      rows={tests}
      keyOf={({ id }) => id}
      rowAttributes={() => ({ className: 'card' })}
      columns={[
        {
          title: 'Test',
          isName: true,
          className: 'split-name',
          write: ({ id, name, kind, goal }) => (
            <>
              <AppLink to={linkWith(splitTestPaths.detail(id), search)} className="split-link">
                {name}
              </AppLink>
              <span className="split-note">{`${kindWords[kind]} · ${goalWords[goal.type]}`}</span>
            </>
          ),
        },
        {
          ...labelled('Status'),
          className: 'log-status',
          write: ({ status }) => <StatusChip status={status} />,
        },
        {
          ...labelled('Gate'),
          className: 'split-gate',
          write: ({ gate, decision }) =>
            decision ? (
              `Decided: ${decisionText(decision.decision, decision.variant)}`
            ) : gate ? (
              <GateChip gate={gate} />
            ) : (
              none
            ),
        },
        {
          ...labelled('Leader'),
          className: 'split-leader',
          write: ({ leader, variants }) =>
            leader ? `${leader.key} · ${nameOf(variants, leader.key)}` : none,
        },
        {
          ...labelled('Chance to beat the control'),
          className: 'split-chance',
          write: ({ leader }) =>
            leader?.chance == null ? none : <ChanceBar chance={leader.chance} />,
        },
        {
          ...labelled('Change to the control'),
          className: 'split-change',
          write: ({ leader, goal }) =>
            leader ? (
              <span className="split-interval">
                <IntervalPlot
                  interval={leader}
                  extent={extent}
                  wantsMore={goal.direction === 'up'}
                />
                <span className="split-note">
                  {`${liftText(leader.lift)}, ${intervalText(leader.low, leader.high)}`}
                </span>
              </span>
            ) : (
              none
            ),
        },
        {
          ...labelled('Day'),
          className: 'log-figure',
          write: (test) => <Days test={test} />,
        },
        {
          ...labelled('Visitors a day'),
          className: 'log-figure',
          write: ({ daily_units }) => count(daily_units === null ? null : Math.round(daily_units)),
        },
        ...(mayWrite
          ? [
              {
                title: 'Actions',
                head: <span className="only-read">Actions</span>,
                cellClass: 'split-acts',
                write: (test: TestLine) => <TestMenu list={list} test={test} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Days({ test }: { test: TestLine }) {
  const { days, max_runtime_days: most, status } = test;
  const left = daysLeftOf(test);
  if (days === null) return none;
  return (
    <>
      {`${count(Math.floor(days) + 1)} of ${count(most)}`}
      {status === 'stopped' ? null : (
        <span className="split-note">{left === 0 ? 'time is over' : `${count(left)} left`}</span>
      )}
    </>
  );
}

const nameOf = (variants: TestLine['variants'], key: string): string =>
  variants.find((variant) => variant.key === key)?.name ?? '';
