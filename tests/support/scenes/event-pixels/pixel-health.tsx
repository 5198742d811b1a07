import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { HealthPanel } from '#views/event-pixels/HealthPanel.tsx';
import { pixelHealthPlan } from '../../plans/event-pixels/pixel-health.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const pixelHealthScene = sceneOf(pixelHealthMachine, pixelHealthPlan, {
  cast: recast,
  view: (actor) => <HealthPanel actor={actor} zone="America/New_York" />,
});
