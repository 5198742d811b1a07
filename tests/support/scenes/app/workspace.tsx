import { workspaceMachine } from '#machines/app/workspace.ts';
import { Workspace } from '#views/app/Workspace.tsx';
import { workspacePlan } from '../../plans/app/workspace.ts';
import { sceneOf } from '../../scene.ts';
import { silentSelection, stubbedScreen, withActors } from '../../stub-machines.ts';

export const workspaceScene = sceneOf(workspaceMachine, workspacePlan, {
  provide: (machine, { readSettings, fetchScreen }) =>
    withActors(machine, {
      ...(readSettings ? { readSettings } : {}),
      ...(fetchScreen ? { fetchScreen } : {}),
      selection: silentSelection,
      screen: stubbedScreen,
    }),
  view: (actor) => <Workspace actor={actor} />,
});
