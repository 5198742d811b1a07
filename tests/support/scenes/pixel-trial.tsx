import { pixelTrialMachine } from '#machines/pixel-trial.ts';
import { TrialPanel } from '#views/pixels/events/TrialPanel.tsx';
import { partner } from '../event-pixels.ts';
import { pixelTrialPlan } from '../plans/pixel-trial.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const pixelTrialScene = sceneOf(pixelTrialMachine, pixelTrialPlan, {
  cast: recast,
  view: (actor) => <TrialPanel actor={actor} pixel={partner} isChanged={false} />,
});
