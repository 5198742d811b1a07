import { submissionOf } from '#machines/kit/submission.ts';
import { Forgotten } from '#views/auth/Forgotten.tsx';
import { submissionPlan } from '../../plans/kit/submission.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const submissionScene = sceneOf(submissionOf<string, string>(), submissionPlan, {
  cast: recast,
  view: (actor) => <Forgotten actor={actor} />,
});
