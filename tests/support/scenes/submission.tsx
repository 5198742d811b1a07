import { submissionOf } from '#machines/submission.ts';
import { Forgotten } from '#views/entrance/Forgotten.tsx';
import { submissionPlan } from '../plans/submission.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const submissionScene = sceneOf(submissionOf<string, string>(), submissionPlan, {
  cast: recast,
  view: (actor) => <Forgotten actor={actor} />,
});
