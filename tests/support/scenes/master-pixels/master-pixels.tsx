import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { MasterPixels } from '#views/master-pixels/MasterPixels.tsx';
import { masterPixelsPlan } from '../../plans/master-pixels/master-pixels.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const masterPixelsScene = sceneOf(masterPixelsMachine, masterPixelsPlan, {
  cast: recast,
  view: (actor) => <MasterPixels actor={actor} mayWrite />,
});
