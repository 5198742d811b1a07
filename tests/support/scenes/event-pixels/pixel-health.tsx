import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { HealthPanel } from '#views/event-pixels/HealthPanel.tsx';
import { pixelHealthPlan } from '../../plans/event-pixels/pixel-health.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const pixelHealthScene = sceneOf(pixelHealthMachine, pixelHealthPlan, {
  provide: withActors,
  view: (actor) => <HealthPanel actor={actor} zone="America/New_York" />,
});
