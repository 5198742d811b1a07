import { submissionOf } from '#machines/kit/submission.ts';
import { ForgotPassword } from '#views/auth/ForgotPassword.tsx';
import { submissionPlan } from '../../plans/kit/submission.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const submissionScene = sceneOf(submissionOf<string, string>(), submissionPlan, {
  provide: withActors,
  view: (actor) => <ForgotPassword actor={actor} />,
});
