import { billingMachine } from '#machines/billing/billing.ts';
import { Billing } from '#views/billing/Billing.tsx';
import { billingPlan } from '../../plans/billing/billing.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const billingScene = sceneOf(billingMachine, billingPlan, {
  provide: withActors,
  view: (actor) => <Billing actor={actor} mayChange mayReplace />,
});
