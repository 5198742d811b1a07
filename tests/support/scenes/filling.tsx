import { fillingMachine } from '#machines/filling.ts';
import { Growing } from '#views/dashboard/Growing.tsx';
import { Fresh } from '#views/parts/Fresh.tsx';
import { fillingPlan } from '../plans/filling.ts';
import { freshness } from '../samples.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const fillingScene = sceneOf(fillingMachine, fillingPlan, {
  cast: recast,
  view: (actor) => (
    <Fresh freshness={freshness}>
      <Growing actor={actor} />
    </Fresh>
  ),
});
