import { useSelector } from '@xstate/react';
import { dashboardIn, type WorkspaceActor } from '#machines/app/workspace.ts';
import type { Freshness } from '#model/query.ts';

/** The freshness of the figures on screen, from the report that always uses the dashboard calls. */
export function useFreshness(workspace: WorkspaceActor): Freshness | undefined {
  const dashboard = useSelector(workspace, dashboardIn);
  const clicks = useSelector(dashboard, (snapshot) => snapshot?.children.clicks);
  return useSelector(clicks, (snapshot) => snapshot?.context.answer?.freshness);
}
