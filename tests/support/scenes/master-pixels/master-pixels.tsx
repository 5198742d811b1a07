import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { MasterPixels } from '#views/master-pixels/MasterPixels.tsx';
import { masterPixelsPlan } from '../../plans/master-pixels/master-pixels.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const masterPixelsScene = sceneOf(masterPixelsMachine, masterPixelsPlan, {
  provide: withActors,
  view: (actor) => <MasterPixels actor={actor} mayWrite />,
});
