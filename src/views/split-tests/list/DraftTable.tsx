import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import {
  mayWithTests,
  type SplitTestsActor,
  type TestRowsActor,
} from '#machines/split-tests/split-tests.ts';
import { draftParam, splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { DataTable } from '../../kit/tables/DataTable.tsx';
import { goalName, kindWords } from '../common/words.ts';
import { TestMenu } from './TestMenu.tsx';

/** The drafts, each with the way back into the wizard. */
export function DraftTable({
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
  return (
    <DataTable<TestLine>
      frame={{ name: 'Rows of drafts', className: 'log-frame' }}
      className="log split-table cards"
      caption="Drafts"
      rows={tests}
      keyOf={({ id }) => id}
      rowAttributes={() => ({ className: 'card' })}
      columns={[
        {
          title: 'Draft',
          isName: true,
          className: 'split-name',
          write: ({ id, name, hypothesis }) => (
            <>
              <AppLink
                to={
                  mayWrite
                    ? linkWith(splitTestPaths.add, search, { [draftParam]: id })
                    : linkWith(splitTestPaths.detail(id), search)
                }
                className="split-link"
              >
                {name}
              </AppLink>
              <span className="split-note">{hypothesis}</span>
            </>
          ),
        },
        {
          title: 'Kind',
          attributes: () => ({ 'data-label': 'Kind' }),
          write: ({ kind }) => kindWords[kind],
        },
        {
          title: 'Goal',
          attributes: () => ({ 'data-label': 'Goal' }),
          write: ({ goal, unit }) => goalName(goal.type, unit),
        },
        {
          title: 'Variants',
          attributes: () => ({ 'data-label': 'Variants' }),
          write: ({ variants }) => variants.map(({ key, name }) => `${key} ${name}`).join(', '),
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
