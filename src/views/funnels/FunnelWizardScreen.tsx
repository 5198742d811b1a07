import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { FunnelWizard } from './wizard/FunnelWizard.tsx';
import './funnels.css';

/** The wizard for a new funnel, for members who may add one. */
export function FunnelWizardScreen({ actor }: { actor: FunnelWizardActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const search = useSearch();
  if (mayWrite) return <FunnelWizard actor={actor} />;
  return (
    <section className="panel">
      <header className="panel-head">
        <h1 className="panel-title">New funnel</h1>
      </header>
      <div className="blank">
        <p className="blank-title">Your role cannot add funnels</p>
        <p>Ask an owner, manager or buyer of the project to add one.</p>
        <AppLink to={linkWith(funnelPaths.list, search)} className="button">
          All funnels
        </AppLink>
      </div>
    </section>
  );
}
