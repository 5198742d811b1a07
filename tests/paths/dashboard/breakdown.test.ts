import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { breakdownPlan } from '../../support/plans/dashboard/breakdown.ts';

walkActor(breakdownMachine, breakdownPlan);
