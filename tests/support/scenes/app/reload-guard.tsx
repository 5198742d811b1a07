import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { Outdated } from '#views/app/Outdated.tsx';
import { reloadGuardPlan } from '../../plans/app/reload-guard.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const reloadGuardScene = sceneOf(reloadGuardMachine, reloadGuardPlan, {
  cast: recast,
  view: (actor) => (
    <Outdated actor={actor}>
      <p>the app</p>
    </Outdated>
  ),
});
