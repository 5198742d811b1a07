import { funnelPeopleMachine } from '#machines/funnels/funnel-people.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelPeoplePlan } from '../../support/plans/funnels/funnel-people.ts';

walkActor(funnelPeopleMachine, funnelPeoplePlan);
