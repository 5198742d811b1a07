import { signUpMachine } from '#machines/auth/sign-up.ts';
import { SignUp } from '#views/auth/SignUp.tsx';
import { signUpPlan } from '../../plans/auth/sign-up.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const signUpScene = sceneOf(signUpMachine, signUpPlan, {
  cast: recast,
  view: (actor) => <SignUp actor={actor} />,
});
