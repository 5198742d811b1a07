import { useSelector } from '@xstate/react';
import { Activity, useState } from 'react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { ConversionsActor } from '#machines/conversions/conversions.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { ExportNotice } from '../kit/ExportNotice.tsx';
import { ConversionDetail } from './ConversionDetail.tsx';
import { ConversionLog } from './ConversionLog.tsx';
import { LogSkeleton } from './ConversionsScreenSkeleton.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { Ledger } from './Ledger.tsx';
import { NoReconcileAccess } from './NoReconcileAccess.tsx';
import { Payouts } from './Payouts.tsx';
import { Postbacks } from './Postbacks.tsx';
import { Reconcile } from './Reconcile.tsx';
import { Summary } from './Summary.tsx';
import { TabLinks } from './TabLinks.tsx';
import './conversions.css';

/** The views of the conversions, covered by the detail of the open conversion. */
export function ConversionsScreen({
  actor,
  selection,
  exporter,
}: {
  actor: ConversionsActor;
  selection: SelectionActor;
  exporter: ExportActor | undefined;
}) {
  const children = useSelector(actor, (snapshot) => snapshot.children);
  const { detail, log, summary, ledger, reconcile, postbacks, decision } = children;
  const { balances, payouts, savePayouts } = children;
  const isOpen = useSelector(detail, (snapshot) => snapshot?.hasTag('open') ?? false);
  const last = useSelector(detail, (snapshot) => snapshot?.context.id ?? null);
  const { timezone, currency, project } = useSelector(actor, ({ context }) => context.query);
  const projects = useSelector(selection, ({ context }) => context.projects);
  const role = projects.find(({ id }) => id === project)?.role;
  const mayDecide = mayRole(role, 'conversion.decide');
  const behind = useSelector(actor, ({ context }) => context.view);
  const isSomethingThere = Boolean(log || summary || ledger || payouts || reconcile || postbacks);
  const [sawView, setSawView] = useState(false);
  if (isSomethingThere && !isOpen && !sawView) setSawView(true);
  return (
    <>
      {isOpen && detail ? (
        <ConversionDetail
          actor={detail}
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
          {balances && payouts && savePayouts ? (
            <Payouts balances={balances} list={payouts} saving={savePayouts} memberRole={role} />
          ) : null}
          {reconcile && mayDecide ? (
            <Reconcile actor={reconcile} last={last} decision={decision} exporter={exporter} />
          ) : null}
          {postbacks && mayDecide ? <Postbacks actor={postbacks} last={last} /> : null}
          {(reconcile || postbacks) && !mayDecide ? <NoReconcileAccess view={behind} /> : null}
          {isSomethingThere ? null : <LogSkeleton />}
          {exporter ? <ExportNotice actor={exporter} /> : null}
        </div>
      </Activity>
      {decision ? <DecisionBar actor={decision} /> : null}
    </>
  );
}
