import { billingMachine } from '#machines/billing.ts';
import { walkBare } from '../support/bare.ts';
import { billingPlan } from '../support/plans/billing.ts';

walkBare(billingMachine, billingPlan);
