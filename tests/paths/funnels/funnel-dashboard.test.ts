import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelDashboardPlan } from '../../support/plans/funnels/funnel-dashboard.ts';

walkActor(funnelDashboardMachine, funnelDashboardPlan);
