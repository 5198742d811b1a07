import { billingMachine } from '#machines/billing/billing.ts';
import { walkBare } from '../../support/bare.ts';
import { billingPlan } from '../../support/plans/billing/billing.ts';

walkBare(billingMachine, billingPlan);
