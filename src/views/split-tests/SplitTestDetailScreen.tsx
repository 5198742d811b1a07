import { useSelector } from '@xstate/react';
import type { SplitTestDetailActor } from '#machines/split-tests/split-test-detail.ts';
import './split-tests.css';

/** One split test. */
export function SplitTestDetailScreen({ actor }: { actor: SplitTestDetailActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  return (
    <section className="panel" aria-labelledby="split-test-title" aria-busy={!isOpen}>
      <header className="panel-head">
        <h1 className="panel-title" id="split-test-title">
          Split test
        </h1>
      </header>
    </section>
  );
}
