import { masterPixelsMachine } from '#machines/master-pixels.ts';
import { MasterPixels } from '#views/pixels/MasterPixels.tsx';
import { masterPixelsPlan } from '../plans/master-pixels.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const masterPixelsScene = sceneOf(masterPixelsMachine, masterPixelsPlan, {
  cast: recast,
  view: (actor) => <MasterPixels actor={actor} mayWrite />,
});
