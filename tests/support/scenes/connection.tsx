import { connectionMachine } from '#machines/connection.ts';
import { Offline } from '#views/parts/Offline.tsx';
import { connectionPlan } from '../plans/connection.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const connectionScene = sceneOf(connectionMachine, connectionPlan, {
  cast: recast,
  view: (actor) => <Offline actor={actor} />,
});
