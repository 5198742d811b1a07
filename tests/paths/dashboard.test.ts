import { dashboardMachine } from '#machines/dashboard.ts';
import { walkBare } from '../support/bare.ts';
import { dashboardPlan } from '../support/plans/dashboard.ts';

walkBare(dashboardMachine, dashboardPlan);
