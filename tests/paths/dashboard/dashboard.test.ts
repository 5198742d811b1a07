import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { walkBare } from '../../support/bare.ts';
import { dashboardPlan } from '../../support/plans/dashboard/dashboard.ts';

walkBare(dashboardMachine, dashboardPlan);
