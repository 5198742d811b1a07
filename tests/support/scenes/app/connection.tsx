import { connectionMachine } from '#machines/app/connection.ts';
import { Offline } from '#views/kit/Offline.tsx';
import { connectionPlan } from '../../plans/app/connection.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const connectionScene = sceneOf(connectionMachine, connectionPlan, {
  cast: recast,
  view: (actor) => <Offline actor={actor} />,
});
