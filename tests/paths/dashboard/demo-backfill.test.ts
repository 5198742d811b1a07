import { fillingMachine } from '#machines/dashboard/demo-backfill.ts';
import { walkBare } from '../../support/bare.ts';
import { fillingPlan } from '../../support/plans/dashboard/demo-backfill.ts';

walkBare(fillingMachine, fillingPlan);
