import { signUpMachine } from '#machines/auth/sign-up.ts';
import { SignUp } from '#views/auth/SignUp.tsx';
import { signUpPlan } from '../../plans/auth/sign-up.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const signUpScene = sceneOf(signUpMachine, signUpPlan, {
  provide: withActors,
  view: (actor) => <SignUp actor={actor} />,
});
