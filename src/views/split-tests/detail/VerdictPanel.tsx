import { useSelector } from '@xstate/react';
import { Check, Minus } from 'lucide-react';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { TestChangeActor } from '#machines/split-tests/test-change.ts';
import { Button } from '../../kit/Button.tsx';
import { ChangeNotice } from './ChangeNotice.tsx';
import { conditionsOf } from './gate-conditions.ts';
import { verdictOf } from './verdict.ts';
import { instant } from './words.ts';

type Props = {
  decision: TestChangeActor;
  shipping: TestChangeActor;
  test: SplitTest;
  results: TestResults;
  zone: string;
  mayWrite: boolean;
};

/** What to do now, why, and the conditions that lead there. */
export function VerdictPanel({ decision, shipping, test, results, zone, mayWrite }: Props) {
  const { look, title, reasons } = verdictOf(test, results, zone);
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
        {mayWrite && test.status !== 'archived' ? (
          <Acts decision={decision} shipping={shipping} test={test} results={results} />
        ) : null}
      </div>
      <ChangeNotice actor={decision} />
      <ChangeNotice actor={shipping} />
      <Conditions test={test} results={results} zone={zone} />
      <p className="test-quiet test-foot">
        As of {instant(results.as_of, zone)}
        {results.first_crossing
          ? `. It was first ready at ${instant(results.first_crossing.at, zone)}.`
          : '. You may look as often as you like: the interval holds at every look.'}
      </p>
    </section>
  );
}

function Acts({
  decision,
  shipping,
  test,
  results: { gate },
}: Pick<Props, 'decision' | 'shipping' | 'test' | 'results'>) {
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

function Conditions({ test, results, zone }: Pick<Props, 'test' | 'results' | 'zone'>) {
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
