import { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelOverviewPlan } from '../../support/plans/funnels/funnel-overview.ts';

walkActor(funnelOverviewMachine, funnelOverviewPlan);
