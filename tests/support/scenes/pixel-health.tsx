import { pixelHealthMachine } from '#machines/pixel-health.ts';
import { HealthPanel } from '#views/pixels/events/HealthPanel.tsx';
import { pixelHealthPlan } from '../plans/pixel-health.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const pixelHealthScene = sceneOf(pixelHealthMachine, pixelHealthPlan, {
  cast: recast,
  view: (actor) => <HealthPanel actor={actor} zone="America/New_York" />,
});
