import { signUpMachine } from '#machines/sign-up.ts';
import { SignUp } from '#views/entrance/SignUp.tsx';
import { signUpPlan } from '../plans/sign-up.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const signUpScene = sceneOf(signUpMachine, signUpPlan, {
  cast: recast,
  view: (actor) => <SignUp actor={actor} />,
});
