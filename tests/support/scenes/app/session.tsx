import { connectionMachine } from '#machines/app/connection.ts';
import { sessionMachine } from '#machines/app/session.ts';
import { App } from '#views/app/App.tsx';
import { sessionPlan } from '../../plans/app/session.ts';
import { sceneOf } from '../../scene.ts';
import { navigationStage, placeAt, recast, workspaceStage } from '../../stage.tsx';

export const sessionScene = sceneOf(sessionMachine, sessionPlan, {
  cast: (machine, scripts) =>
    recast(machine, {
      ...scripts,
      connection: connectionMachine,
      navigation: navigationStage(placeAt('/dashboard')).machine,
      workspace: workspaceStage,
    }),
  view: (actor) => <App actor={actor} />,
});
