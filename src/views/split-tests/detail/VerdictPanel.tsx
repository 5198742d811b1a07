import { useSelector } from '@xstate/react';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import { Button } from '../../kit/Button.tsx';
import { SnapshotLink } from '../common/SnapshotLink.tsx';
import { conditionsOf } from './gate-conditions.ts';
import { verdictOf } from './verdict.ts';
import { instant } from './words.ts';

type Figures = { test: SplitTest; results: TestResults; zone: string };

/** What to do now, why, and the conditions that lead there. */
export function VerdictPanel({
  test,
  results,
  zone,
  acts,
  notices,
}: Figures & {
  /** The buttons; nothing where nothing may be done. */
  acts?: ReactNode;
  notices?: ReactNode;
}) {
  const { look, title, reasons } = verdictOf(test, results, zone);
  const { as_of: asOf, snapshot_id: id, first_crossing: first } = results;
  return (
    <section className="panel verdict" data-look={look} aria-labelledby="test-verdict">
      <div className="verdict-head">
        <div className="verdict-words" role="status">
          <h2 className="verdict-title" id="test-verdict">
            {title}
          </h2>
          {reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
        {acts}
      </div>
      {notices}
      <Conditions test={test} results={results} zone={zone} />
      <p className="test-quiet test-foot">
        As of {instant(asOf, zone)}
        {first === null ? (
          '. You may look as often as you like: the interval holds at every look.'
        ) : first.snapshot_id === id ? (
          ', when it was first ready.'
        ) : (
          <>
            . It was first ready at{' '}
            <SnapshotLink test={test} snapshot={first.snapshot_id}>
              {instant(first.at, zone)}
            </SnapshotLink>
            .
          </>
        )}
      </p>
    </section>
  );
}

/** Decides, ships, and takes either back. */
export function VerdictActs({
  decision,
  shipping,
  test,
  results: { gate },
}: Omit<Figures, 'zone'> & { decision: TestChangeActor; shipping: TestChangeActor }) {
  const isReady = (snapshot: ReturnType<TestChangeActor['getSnapshot']>) =>
    snapshot.matches('idle') || snapshot.matches('failed');
  const mayDecide = useSelector(decision, isReady);
  const mayShip = useSelector(shipping, isReady);
  const undo = (
    <Button
      look="quiet"
      aria-disabled={!mayDecide}
      onClick={() => decision.send({ type: 'change.run', test, change: { kind: 'undoDecision' } })}
    >
      Take decision back
    </Button>
  );
  if (test.ship) {
    return (
      <div className="test-acts">
        <Button
          aria-disabled={!mayShip}
          onClick={() => shipping.send({ type: 'change.run', test, change: { kind: 'undoShip' } })}
        >
          Undo ship
        </Button>
      </div>
    );
  }
  if (test.decision) {
    return (
      <div className="test-acts">
        {test.decision.decision === 'ship' ? (
          <Button
            look="primary"
            aria-disabled={!mayShip}
            onClick={() => shipping.send({ type: 'change.ask', test, kind: 'ship' })}
          >
            Ship
          </Button>
        ) : null}
        {undo}
      </div>
    );
  }
  return (
    <div className="test-acts">
      <Button
        look={gate.status.startsWith('ready') ? 'primary' : 'plain'}
        aria-disabled={!mayDecide}
        onClick={() => decision.send({ type: 'change.ask', test, kind: 'decide' })}
      >
        Decide
      </Button>
    </div>
  );
}

function Conditions({ test, results, zone }: Figures) {
  return (
    <ul className="conditions" aria-label="Conditions to ship">
      {conditionsOf(test, results, zone).map(({ check, holds, what, figure }) => {
        const Icon = holds ? Check : Minus;
        return (
          <li key={check} data-holds={holds || undefined}>
            <Icon size={16} aria-hidden="true" />
            <span>
              {what}
              <span className="only-read">{holds ? ', held' : ', not yet'}</span>
            </span>
            <span className="condition-figure">
              {figure}
              {holds ? '' : ' · not yet'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
