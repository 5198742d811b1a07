import { fromCallback } from 'xstate';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { FunnelWizard } from '#views/funnels/wizard/FunnelWizard.tsx';
import { funnelWizardPlan } from '../../plans/funnels/funnel-wizard.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const funnelWizardScene = sceneOf(funnelWizardMachine, funnelWizardPlan, {
  provide: (machine, scripts) =>
    withActors(machine, { ...scripts, address: fromCallback(() => {}) }),
  view: (actor) => <FunnelWizard actor={actor} />,
});
