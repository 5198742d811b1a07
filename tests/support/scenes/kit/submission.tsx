import { submissionOf } from '#machines/kit/submission.ts';
import { ForgotPassword } from '#views/auth/ForgotPassword.tsx';
import { submissionPlan } from '../../plans/kit/submission.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const submissionScene = sceneOf(submissionOf<string, string>(), submissionPlan, {
  cast: recast,
  view: (actor) => <ForgotPassword actor={actor} />,
});
