import { connectionMachine } from '#machines/app/connection.ts';
import { sessionMachine } from '#machines/app/session.ts';
import { App } from '#views/app/App.tsx';
import { sessionPlan } from '../../plans/app/session.ts';
import { sceneOf } from '../../scene.ts';
import { placeAt, stubbedWorkspace, testNavigation, withActors } from '../../stub-machines.ts';

export const sessionScene = sceneOf(sessionMachine, sessionPlan, {
  provide: (machine, scripts) =>
    withActors(machine, {
      ...scripts,
      connection: connectionMachine,
      navigation: testNavigation(placeAt('/dashboard')).machine,
      workspace: stubbedWorkspace,
    }),
  view: (actor) => <App actor={actor} />,
});
