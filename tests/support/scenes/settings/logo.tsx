import { logoMachine } from '#machines/settings/logo.ts';
import { ImageForm } from '#views/settings/ImageForm.tsx';
import { logoPlan } from '../../plans/settings/logo.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const logoScene = sceneOf(logoMachine, logoPlan, {
  provide: withActors,
  view: (actor) => <ImageForm actor={actor} name="Logo" lead="The sign of Acme." alt="Logo" />,
});
