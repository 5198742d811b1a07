import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { walkBare } from '../../support/bare.ts';
import { breakdownPlan } from '../../support/plans/dashboard/breakdown.ts';

walkBare(breakdownMachine, breakdownPlan);
