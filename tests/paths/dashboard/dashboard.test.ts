import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { dashboardPlan } from '../../support/plans/dashboard/dashboard.ts';

walkActor(dashboardMachine, dashboardPlan);
