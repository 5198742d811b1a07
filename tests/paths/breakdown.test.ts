import { breakdownMachine } from '#machines/breakdown.ts';
import { walkBare } from '../support/bare.ts';
import { breakdownPlan } from '../support/plans/breakdown.ts';

walkBare(breakdownMachine, breakdownPlan);
