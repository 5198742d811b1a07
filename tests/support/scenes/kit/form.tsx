import { companyMachine } from '#machines/settings/settings-lists.ts';
import { Company } from '#views/settings/Company.tsx';
import { formPlan } from '../../plans/kit/form.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const formScene = sceneOf(companyMachine, formPlan, {
  cast: recast,
  view: (actor) => <Company actor={actor} />,
});
