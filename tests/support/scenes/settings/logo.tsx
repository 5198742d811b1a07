import { logoMachine } from '#machines/settings/logo.ts';
import { Picture } from '#views/settings/Picture.tsx';
import { logoPlan } from '../../plans/settings/logo.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const logoScene = sceneOf(logoMachine, logoPlan, {
  cast: recast,
  view: (actor) => <Picture actor={actor} name="Logo" lead="The sign of Acme." alt="Logo" />,
});
