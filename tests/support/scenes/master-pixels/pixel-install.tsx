import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { Install } from '#views/master-pixels/Install.tsx';
import { pixelInstallPlan } from '../../plans/master-pixels/pixel-install.ts';
import { sceneOf } from '../../scene.ts';
import { recast, streamStage } from '../../stage.tsx';

export const pixelInstallScene = sceneOf(pixelInstallMachine, pixelInstallPlan, {
  cast: (machine, scripts) => recast(machine, { ...scripts, stream: streamStage }),
  view: (actor) => <Install actor={actor} zone="America/New_York" />,
});
