import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { mayWithTests } from '#machines/split-tests/split-tests.ts';
import { splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TestWizard } from './wizard/TestWizard.tsx';
import './split-tests.css';

/** The wizard for a split test, for members who may add one. */
export function SplitTestWizardScreen({ actor }: { actor: SplitTestWizardActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWithTests(context, 'split-test.write'));
  const search = useSearch();
  if (mayWrite) return <TestWizard actor={actor} />;
  return (
    <section className="panel">
      <header className="panel-head">
        <h1 className="panel-title">New split test</h1>
      </header>
      <div className="blank">
        <p className="blank-title">Your role cannot add split tests</p>
        <p>Ask an owner, manager or buyer of the project to add one.</p>
        <AppLink to={linkWith(splitTestPaths.list, search)} className="button">
          All split tests
        </AppLink>
      </div>
    </section>
  );
}
