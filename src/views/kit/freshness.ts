import { useSelector } from '@xstate/react';
import { dashboardIn, type WorkspaceActor } from '#machines/app/workspace.ts';
import type { Freshness } from '#model/query.ts';

/** How fresh the figures on screen are, by the data set that always comes from the dashboard calls. */
export function useFreshness(workspace: WorkspaceActor): Freshness | undefined {
  const dashboard = useSelector(workspace, dashboardIn);
  const clicks = useSelector(dashboard, (snapshot) => snapshot?.children.clicks);
  return useSelector(clicks, (snapshot) => snapshot?.context.answer?.freshness);
}
