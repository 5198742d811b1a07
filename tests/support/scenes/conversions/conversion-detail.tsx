import { storyMachine } from '#machines/conversions/conversion-detail.ts';
import { Story } from '#views/conversions/ConversionDetail.tsx';
import { storyPlan } from '../../plans/conversions/conversion-detail.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const storyScene = sceneOf(storyMachine, storyPlan, {
  cast: recast,
  view: (actor) => (
    <Story
      actor={actor}
      zone="America/New_York"
      currency="USD"
      decision={undefined}
      behind="log"
      isOpenedHere={false}
    />
  ),
});
