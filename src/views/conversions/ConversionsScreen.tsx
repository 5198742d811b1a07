import { useSelector } from '@xstate/react';
import { Activity, useState } from 'react';
import { mayRole } from '#contract/accounts/capability.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { ConversionsActor } from '#machines/conversions/conversions.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { ConversionDetail } from './ConversionDetail.tsx';
import { ConversionLog } from './ConversionLog.tsx';
import { LogSkeleton } from './ConversionsScreenSkeleton.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { Ledger } from './Ledger.tsx';
import { NotSettling } from './NotSettling.tsx';
import { Postbacks } from './Postbacks.tsx';
import { Reconcile } from './Reconcile.tsx';
import { Summary } from './Summary.tsx';
import { TabLinks } from './TabLinks.tsx';
import './conversions.css';

/** The views of the conversions, and over them the story of the one that is open. */
export function ConversionsScreen({
  actor,
  selection,
  exporter,
}: {
  actor: ConversionsActor;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
}) {
  const { story, log, summary, ledger, reconcile, postbacks, decision } = useSelector(
    actor,
    ({ children }) => children,
  );
  const isOpen = useSelector(story, (snapshot) => snapshot?.hasTag('open') ?? false);
  const last = useSelector(story, (snapshot) => snapshot?.context.id ?? null);
  const { timezone, currency, project } = useSelector(actor, ({ context }) => context.query);
  const projects = useSelector(selection, ({ context }) => context.projects);
  const role = projects.find(({ id }) => id === project)?.role;
  const mayDecide = mayRole(role, 'conversion.decide');
  const behind = useSelector(actor, ({ context }) => context.view);
  const isSomethingThere = Boolean(log || summary || ledger || reconcile || postbacks);
  const [sawView, setSawView] = useState(false);
  if (isSomethingThere && !isOpen && !sawView) setSawView(true);
  return (
    <>
      {isOpen && story ? (
        <ConversionDetail
          actor={story}
          zone={timezone}
          currency={currency}
          decision={mayDecide ? decision : undefined}
          behind={behind}
          isOpenedHere={sawView}
        />
      ) : null}
      <Activity mode={isOpen ? 'hidden' : 'visible'}>
        <div className="conversions">
          <TabLinks maySettle={mayDecide} />
          {log ? (
            <ConversionLog
              actor={log}
              selection={selection}
              last={last}
              decision={mayDecide ? decision : undefined}
              exporter={exporter}
            />
          ) : null}
          {summary ? (
            <Summary screen={actor} actor={summary} selection={selection} exporter={exporter} />
          ) : null}
          {ledger ? <Ledger actor={ledger} selection={selection} exporter={exporter} /> : null}
          {reconcile && mayDecide ? (
            <Reconcile actor={reconcile} last={last} decision={decision} />
          ) : null}
          {postbacks && mayDecide ? <Postbacks actor={postbacks} last={last} /> : null}
          {(reconcile || postbacks) && !mayDecide ? <NotSettling view={behind} /> : null}
          {isSomethingThere ? null : <LogSkeleton />}
          {exporter ? <ExportNotice actor={exporter} /> : null}
        </div>
      </Activity>
      {decision ? <DecisionBar actor={decision} /> : null}
    </>
  );
}
