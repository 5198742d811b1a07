import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import { FunnelWizard } from './wizard/FunnelWizard.tsx';
import './funnels.css';

/** The wizard for a new funnel, for members who may add one. */
export function FunnelWizardScreen({ actor }: { actor: FunnelWizardActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  if (mayWrite) return <FunnelWizard actor={actor} />;
  return (
    <section className="panel">
      <header className="panel-head">
        <h1 className="panel-title">New funnel</h1>
      </header>
      <div className="blank">
        <p className="blank-title">Your role cannot add funnels</p>
        <p>Ask an owner, manager or buyer of the project to add one.</p>
      </div>
    </section>
  );
}
