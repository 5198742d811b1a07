import { useSelector } from '@xstate/react';
import { Funnel } from 'lucide-react';
import { useSearch } from 'wouter';
import { funnelTemplates } from '#contract/funnels/schemas.ts';
import { type FunnelsActor, mayWriteFunnels } from '#machines/funnels/funnels.ts';
import { startParam } from '#model/funnel-list.ts';
import { templateNames } from '#model/funnel-wizard.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { templateSteps } from './wizard/template-words.ts';

/** A project without a funnel: how to get the first. */
export function FirstFunnel({ actor }: { actor: FunnelsActor }) {
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const search = useSearch();
  const startWith = (from: string) => linkWith(funnelPaths.add, search, { [startParam]: from });
  return (
    <div className="blank">
      <Funnel size={24} aria-hidden="true" />
      <p className="blank-title">No funnel yet</p>
      <p>A funnel shows at which step people and money are lost, from events you already record.</p>
      {mayWrite ? (
        <>
          <AppLink to={startWith('detect')} className="button" data-look="primary">
            Detect from my events
          </AppLink>
          <p>Or begin with a template:</p>
          <ul className="funnel-cards">
            {funnelTemplates.map((template) => (
              <li key={template}>
                <AppLink to={startWith(template)} className="funnel-card">
                  <span className="funnel-card-name">{templateNames[template]}</span>
                  <span className="funnel-note">{templateSteps[template]}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Ask an owner, manager or buyer of the project to add one.</p>
      )}
    </div>
  );
}
