import { logoMachine } from '#machines/logo.ts';
import { Picture } from '#views/settings/Picture.tsx';
import { logoPlan } from '../plans/logo.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const logoScene = sceneOf(logoMachine, logoPlan, {
  cast: recast,
  view: (actor) => <Picture actor={actor} name="Logo" lead="The sign of Acme." alt="Logo" />,
});
