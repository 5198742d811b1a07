import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { Install } from '#views/master-pixels/Install.tsx';
import { pixelInstallPlan } from '../../plans/master-pixels/pixel-install.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedStream, withActors } from '../../stub-machines.ts';

export const pixelInstallScene = sceneOf(pixelInstallMachine, pixelInstallPlan, {
  provide: (machine, scripts) => withActors(machine, { ...scripts, stream: stubbedStream }),
  view: (actor) => <Install actor={actor} zone="America/New_York" />,
});
