import { useSelector } from '@xstate/react';
import { mapState } from 'xstate';
import type { WorkspaceActor, WorkspaceSnapshot } from '#machines/workspace.ts';
import { Dashboard } from './dashboard/Dashboard.tsx';
import { DashboardSkeleton } from './dashboard/DashboardSkeleton.tsx';
import { NoProject } from './dashboard/NoProject.tsx';
import { ExportNotice } from './parts/ExportNotice.tsx';

type Scene = 'waiting' | 'dashboard' | 'unconfigured';

/** The dashboard of a member, as far as there is something to ask about. */
export function Workspace({ actor }: { actor: WorkspaceActor }) {
  const scene = useSelector(actor, sceneOf);
  const dashboard = useSelector(actor, ({ children }) => children.dashboard);
  const selection = useSelector(actor, ({ children }) => children.selection);
  const exporter = useSelector(actor, ({ children }) => children.export);

  if (scene === 'unconfigured') return <NoProject />;
  if (!dashboard || !selection) return <DashboardSkeleton />;
  return (
    <>
      <Dashboard actor={dashboard} selection={selection} exporter={exporter} />
      {exporter ? <ExportNotice actor={exporter} /> : null}
    </>
  );
}

const sceneOf = (snapshot: WorkspaceSnapshot): Scene =>
  mapState<WorkspaceSnapshot, Scene>(snapshot, {
    states: {
      preparing: { map: () => 'waiting' },
      elsewhere: { map: () => 'waiting' },
      unconfigured: { map: () => 'unconfigured' },
      dashboard: { map: () => 'dashboard' },
    },
  })[0]?.result ?? 'waiting';
