import { pixelTrialMachine } from '#machines/event-pixels/pixel-trial.ts';
import { TrialPanel } from '#views/event-pixels/TrialPanel.tsx';
import { partner } from '../../event-pixels.ts';
import { pixelTrialPlan } from '../../plans/event-pixels/pixel-trial.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const pixelTrialScene = sceneOf(pixelTrialMachine, pixelTrialPlan, {
  cast: recast,
  view: (actor) => <TrialPanel actor={actor} pixel={partner} isChanged={false} />,
});
