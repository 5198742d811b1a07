import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { demoBackfillPlan } from '../../support/plans/dashboard/demo-backfill.ts';

walkActor(demoBackfillMachine, demoBackfillPlan);
