import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import type { SplitTestsActor } from '#machines/split-tests/split-tests.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { day, dayIn, none } from '../../kit/format.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { SnapshotLink } from '../common/SnapshotLink.tsx';
import { decisionText, goalName, intervalText, kindWords, liftText } from '../common/words.ts';

/** What was decided about tests and why, the latest decision first. */
export function Learnings({
  actor,
  tests,
}: {
  actor: SplitTestsActor;
  tests: readonly TestLine[];
}) {
  const latest = tests
    .flatMap((test) => (test.decision ? [{ test, decision: test.decision }] : []))
    .toSorted((a, b) => b.decision.decided_at.localeCompare(a.decision.decided_at));
  return (
    <ul className="learnings" aria-label="Learnings">
      {latest.map((learned) => (
        <Learning key={learned.test.id} actor={actor} {...learned} />
      ))}
    </ul>
  );
}

type Learned = { test: TestLine; decision: NonNullable<TestLine['decision']> };

function Learning({ actor, test, decision }: Learned & { actor: SplitTestsActor }) {
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const search = useSearch();
  const { id, name, kind, unit, goal, hypothesis, leader, variants } = test;
  const variant = variants.find(({ key }) => key === decision.variant);
  return (
    <li className="learning">
      <div className="learning-head">
        <AppLink to={linkWith(splitTestPaths.detail(id), search)} className="split-link">
          {name}
        </AppLink>
        <strong className="learning-decision">
          {decisionText(decision.decision, decision.variant)}
          {decision.decision === 'ship' && variant ? ` · ${variant.name}` : ''}
        </strong>
      </div>
      {hypothesis === '' ? null : <p className="learning-hypothesis">{hypothesis}</p>}
      {decision.note === '' ? (
        <p className="quiet">No note.</p>
      ) : (
        <p className="learning-note">{decision.note}</p>
      )}
      <p className="learning-facts">
        <span>{`${kindWords[kind]} · ${goalName(goal.type, unit)}`}</span>
        <span>
          {leader === null || leader.lift === null
            ? `Change to the control: ${none}`
            : `${leader.key}: ${liftText(leader.lift)}, ${intervalText(leader.low, leader.high)}`}
        </span>
        <span>
          <time dateTime={decision.decided_at}>{day(dayIn(decision.decided_at, zone))}</time>
          {decision.decided_by === null ? '' : ` by ${decision.decided_by}`}
        </span>
        {decision.snapshot_id === null ? null : (
          <SnapshotLink test={test} snapshot={decision.snapshot_id}>
            Its figures<span className="only-read"> of {name}</span>
          </SnapshotLink>
        )}
        {decision.is_override ? <span className="log-mark">Against the gate</span> : null}
      </p>
    </li>
  );
}
