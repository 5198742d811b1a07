import { passwordMachine } from '#machines/settings/password.ts';
import { Password } from '#views/settings/Password.tsx';
import { passwordPlan } from '../../plans/settings/password.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const passwordScene = sceneOf(passwordMachine, passwordPlan, {
  cast: recast,
  view: (actor) => <Password actor={actor} />,
});
