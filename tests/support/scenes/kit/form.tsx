import { companyMachine } from '#machines/settings/company.ts';
import { Company } from '#views/settings/Company.tsx';
import { formPlan } from '../../plans/kit/form.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const formScene = sceneOf(companyMachine, formPlan, {
  provide: withActors,
  view: (actor) => <Company actor={actor} />,
});
