import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useSearch } from 'wouter';
import type { TestRowsActor } from '#machines/split-tests/split-tests.ts';
import { type TaskKind, type TestTask, tasksIn } from '#model/split-test-list.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { count } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { decisionText, intervalText, liftText } from '../common/words.ts';

const shownAtOnce = 4;

const kinds: Record<
  TaskKind,
  { word: string; meaning: 'good' | 'warn' | 'bad' | null; act: string }
> = {
  split: { word: 'Split mismatch', meaning: 'bad', act: 'See why' },
  silent: { word: 'Goal is silent', meaning: 'bad', act: 'See why' },
  ship: { word: 'Ready to ship', meaning: 'good', act: 'Decide' },
  keep: { word: 'Keep the control', meaning: 'good', act: 'Decide' },
  inconclusive: { word: 'Inconclusive', meaning: 'warn', act: 'Decide' },
  over: { word: 'Time is over', meaning: 'warn', act: 'Decide' },
  follow: { word: 'Not shipped', meaning: 'warn', act: 'Ship' },
  archive: { word: 'Done', meaning: null, act: 'Archive' },
};

/** What asks for an act now: tests that can be decided, that are broken, or that are done. */
export function TestTasks({ list }: { list: TestRowsActor }) {
  const rows = useSelector(list, ({ context }) => context.rows);
  const running = rows.filter(({ status }) => status === 'running').length;
  const title = useId();
  const tasks = tasksIn(rows);
  return (
    <section className="panel split-tasks" aria-labelledby={title}>
      <h2 className="panel-title" id={title}>
        To do now
      </h2>
      {tasks.length === 0 ? (
        <p className="quiet">
          {running === 0
            ? 'Nothing. No test runs.'
            : `Nothing. Let ${running === 1 ? 'the running test' : `the ${count(running)} running tests`} go on.`}
        </p>
      ) : (
        <>
          <Tasks tasks={tasks.slice(0, shownAtOnce)} />
          {tasks.length > shownAtOnce ? (
            <details>
              <summary className="opening-line">
                {count(tasks.length - shownAtOnce)} more to do
              </summary>
              <Tasks tasks={tasks.slice(shownAtOnce)} />
            </details>
          ) : null}
        </>
      )}
    </section>
  );
}

function Tasks({ tasks }: { tasks: readonly TestTask[] }) {
  const search = useSearch();
  return (
    <ul className="split-task-list">
      {tasks.map((task) => {
        const { kind, test } = task;
        const { word, meaning, act } = kinds[kind];
        return (
          <li key={test.id} className="split-task">
            <StateDot look="split-task-word" meaning={meaning}>
              {word}
            </StateDot>
            <span className="split-task-what">
              <strong>{test.name}</strong> <span className="quiet">{taskText(task)}</span>
            </span>
            <AppLink
              to={linkWith(splitTestPaths.detail(test.id), search)}
              className="link"
              aria-label={`${act}: ${test.name}`}
            >
              {act}
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}

function taskText({ kind, test: { gate, leader, decision, ship } }: TestTask): string {
  const winner = gate?.winner ?? leader?.key ?? null;
  switch (kind) {
    case 'split':
      return 'sends its variants more or fewer visitors than their shares, so its figures cannot be trusted.';
    case 'silent':
      return 'has stopped to receive its goal, so its figures cannot be trusted.';
    case 'ship':
      return `can be shipped: ${winner ?? 'a variant'} is at ${liftText(leader?.lift)} to the control (${intervalText(leader?.low, leader?.high)}).`;
    case 'keep':
      return 'has no variant that beats the control.';
    case 'inconclusive':
      return 'has run long enough; the variants are too close to tell apart.';
    case 'over':
      return 'has run as long as it may.';
    case 'follow':
      return `was decided as “${decisionText('ship', decision?.variant ?? null)}”, but its link does not lead there yet.`;
    case 'archive':
      return ship === null
        ? `is decided: ${decision ? decisionText(decision.decision, decision.variant).toLowerCase() : 'stopped'}.`
        : `leads every visitor to ${ship.variant}.`;
  }
}
