import { connectionMachine } from '#machines/app/connection.ts';
import { Offline } from '#views/kit/Offline.tsx';
import { connectionPlan } from '../../plans/app/connection.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const connectionScene = sceneOf(connectionMachine, connectionPlan, {
  provide: withActors,
  view: (actor) => <Offline actor={actor} />,
});
