import { useSelector } from '@xstate/react';
import { Split } from 'lucide-react';
import { mayWithTests, type SplitTestsActor } from '#machines/split-tests/split-tests.ts';
import { AddTest } from './AddTest.tsx';

/** A project without a test: what one is for. */
export function FirstTest({ actor }: { actor: SplitTestsActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWithTests(context, 'split-test.write'));
  return (
    <div className="blank">
      <Split size={24} aria-hidden="true" />
      <p className="blank-title">No split test yet</p>
      <p>
        A split test leads some visitors to another page or offer and says which earns more, and
        when you may stop.
      </p>
      {mayWrite ? <AddTest /> : <p>Ask a manager of the project to start one.</p>}
    </div>
  );
}
