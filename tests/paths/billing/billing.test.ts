import { billingMachine } from '#machines/billing/billing.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { billingPlan } from '../../support/plans/billing/billing.ts';

walkActor(billingMachine, billingPlan);
