import { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelCreationPlan } from '../../support/plans/funnels/funnel-creation.ts';

walkActor(funnelCreationMachine, funnelCreationPlan);
