import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { Postbacks } from '#views/conversions/Postbacks.tsx';
import { postbacksPlan } from '../../plans/conversions/postbacks.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const postbacksScene = sceneOf(postbacksMachine, postbacksPlan, {
  cast: recast,
  view: (actor) => <Postbacks actor={actor} last={null} />,
});
