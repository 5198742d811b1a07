import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import './split-tests.css';

/** A new split test, step by step. */
export function SplitTestWizardScreen({ actor }: { actor: SplitTestWizardActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  return (
    <section className="panel" aria-labelledby="split-test-title" aria-busy={!isOpen}>
      <header className="panel-head">
        <h1 className="panel-title" id="split-test-title">
          New split test
        </h1>
      </header>
    </section>
  );
}
