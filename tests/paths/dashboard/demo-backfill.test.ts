import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { walkBare } from '../../support/bare.ts';
import { demoBackfillPlan } from '../../support/plans/dashboard/demo-backfill.ts';

walkBare(demoBackfillMachine, demoBackfillPlan);
