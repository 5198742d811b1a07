import { billingMachine } from '#machines/billing/billing.ts';
import { Billing } from '#views/billing/Billing.tsx';
import { billingPlan } from '../../plans/billing/billing.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const billingScene = sceneOf(billingMachine, billingPlan, {
  cast: recast,
  view: (actor) => <Billing actor={actor} mayChange mayReplace />,
});
