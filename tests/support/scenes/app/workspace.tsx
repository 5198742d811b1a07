import { workspaceMachine } from '#machines/app/workspace.ts';
import { Workspace } from '#views/app/Workspace.tsx';
import { workspacePlan } from '../../plans/app/workspace.ts';
import { sceneOf } from '../../scene.ts';
import { recast, screenStage, silentSelection } from '../../stage.tsx';

export const workspaceScene = sceneOf(workspaceMachine, workspacePlan, {
  cast: (machine, { readSettings, fetchScreen }) =>
    recast(machine, {
      ...(readSettings ? { readSettings } : {}),
      ...(fetchScreen ? { fetchScreen } : {}),
      selection: silentSelection,
      screen: screenStage,
    }),
  view: (actor) => <Workspace actor={actor} />,
});
