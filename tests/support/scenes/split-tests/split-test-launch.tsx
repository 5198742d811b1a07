import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import { Launch } from '#views/split-tests/wizard/LaunchPart.tsx';
import { splitTestLaunchPlan } from '../../plans/split-tests/split-test-launch.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const splitTestLaunchScene = sceneOf(splitTestLaunchMachine, splitTestLaunchPlan, {
  provide: withActors,
  view: (actor) => <Launch actor={actor} />,
});
