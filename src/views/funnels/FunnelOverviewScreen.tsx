import { useSelector } from '@xstate/react';
import { Archive } from 'lucide-react';
import { useSearch } from 'wouter';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type {
  FunnelOverviewActor,
  FunnelOverviewSnapshot,
  OneFunnelActor,
} from '#machines/funnels/funnel-overview.ts';
import { mayWriteFunnels } from '#machines/funnels/funnels.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { MissingFunnel } from './MissingFunnel.tsx';
import { CopyDialog } from './overview/CopyDialog.tsx';
import { FunnelHead } from './overview/FunnelHead.tsx';
import { DraftMap, MapPanel } from './overview/MapPanel.tsx';
import { NotesPanel } from './overview/NotesPanel.tsx';
import { StepsPanel } from './overview/StepsPanel.tsx';
import { VersionsPanel } from './overview/VersionsPanel.tsx';
import { AdviceLine } from './report/AdviceLine.tsx';
import './funnel-overview.css';

/** One funnel: its map, steps, versions and notes, or why they cannot be shown. */
export function FunnelOverviewScreen({
  actor,
  selection,
}: {
  actor: FunnelOverviewActor;
  selection: SelectionActor;
}) {
  const holder = useSelector(actor, ({ children }) => children.funnel);
  const scene = useSelector(actor, sceneOf);
  const funnel = useSelector(holder, (snapshot) => snapshot?.context.rows[0]);
  const problem = useSelector(holder, (snapshot) =>
    snapshot?.matches('failed') ? snapshot.context.problem : null,
  );
  if (scene === 'missing') return <MissingFunnel />;
  if (problem && holder && !funnel) {
    return (
      <section className="panel">
        <Failed problem={problem} name="funnel" onRetry={() => holder.send({ type: 'retry' })} />
      </section>
    );
  }
  if (scene === 'waiting' || !funnel || !holder) {
    return (
      <section className="panel" aria-label="Funnel" aria-busy>
        <TableSkeleton rows={6} columns={4} />
      </section>
    );
  }
  return scene === 'archived' ? (
    <Archived holder={holder} funnel={funnel} actor={actor} />
  ) : (
    <Overview actor={actor} selection={selection} holder={holder} funnel={funnel} />
  );
}

function Overview({
  actor,
  selection,
  holder,
  funnel,
}: {
  actor: FunnelOverviewActor;
  selection: SelectionActor;
  holder: OneFunnelActor;
  funnel: Funnel;
}) {
  const { report, versions, notes } = useSelector(actor, ({ children }) => children);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayWrite = useMayWrite(actor);
  const isCopying = useSelector(holder, (snapshot) => snapshot.hasTag('writing'));
  const asOf = useSelector(versions, (snapshot) => snapshot?.context.answer?.freshness.as_of);
  return (
    <div className="funnel-overview">
      <FunnelHead
        actor={actor}
        selection={selection}
        holder={holder}
        funnel={funnel}
        mayWrite={mayWrite}
      />
      {report ? <AdviceLine report={report} /> : null}
      {report ? (
        <MapPanel actor={report} selection={selection} funnel={funnel} />
      ) : (
        <DraftMap funnel={funnel} />
      )}
      <StepsPanel funnel={funnel} report={report} zone={zone} />
      <div className="funnel-pair">
        {versions ? <VersionsPanel actor={versions} selection={selection} zone={zone} /> : null}
        {notes ? (
          <NotesPanel
            actor={notes}
            zone={zone}
            mayWrite={mayWrite}
            asOf={asOf ?? funnel.updated_at}
          />
        ) : null}
      </div>
      {isCopying ? <CopyDialog actor={holder} /> : null}
    </div>
  );
}

function Archived({
  actor,
  holder,
  funnel,
}: {
  actor: FunnelOverviewActor;
  holder: OneFunnelActor;
  funnel: Funnel;
}) {
  const search = useSearch();
  const mayWrite = useMayWrite(actor);
  const busy = useSelector(holder, (snapshot) => snapshot.hasTag('busy'));
  const refusal = useSelector(holder, (snapshot) =>
    snapshot.matches({ ready: { resting: 'refused' } }) ? snapshot.context.problem : null,
  );
  return (
    <div className="blank blank-tall" aria-busy={busy}>
      <Archive size={24} aria-hidden="true" />
      <h1 className="blank-title">“{funnel.name}” is archived</h1>
      <p>It counts nothing. It can be restored for 30 days after it was archived.</p>
      {refusal ? <p role="alert">{refusal.message}</p> : null}
      <div className="blank-acts">
        {mayWrite ? (
          <Button
            look="primary"
            onClick={() => holder.send({ type: 'action.run', action: { kind: 'restore', funnel } })}
          >
            Restore
          </Button>
        ) : null}
        <AppLink to={linkWith(funnelPaths.list, search)} className="button">
          All funnels
        </AppLink>
      </div>
    </div>
  );
}

const useMayWrite = (actor: FunnelOverviewActor): boolean =>
  useSelector(actor, ({ context }) => mayWriteFunnels(context));

const sceneOf = (
  snapshot: FunnelOverviewSnapshot,
): 'waiting' | 'missing' | 'archived' | 'known' => {
  if (snapshot.matches({ open: 'missing' })) return 'missing';
  if (snapshot.matches({ open: 'archived' })) return 'archived';
  return snapshot.hasTag('known') ? 'known' : 'waiting';
};
