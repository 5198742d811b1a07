import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { Outdated } from '#views/app/Outdated.tsx';
import { reloadGuardPlan } from '../../plans/app/reload-guard.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const reloadGuardScene = sceneOf(reloadGuardMachine, reloadGuardPlan, {
  provide: withActors,
  view: (actor) => (
    <Outdated actor={actor}>
      <p>the app</p>
    </Outdated>
  ),
});
