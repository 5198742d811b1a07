import { passwordMachine } from '#machines/settings/password.ts';
import { Password } from '#views/settings/Password.tsx';
import { passwordPlan } from '../../plans/settings/password.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const passwordScene = sceneOf(passwordMachine, passwordPlan, {
  provide: withActors,
  view: (actor) => <Password actor={actor} />,
});
