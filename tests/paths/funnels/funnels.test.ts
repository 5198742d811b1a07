import { funnelsMachine } from '#machines/funnels/funnels.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelsPlan } from '../../support/plans/funnels/funnels.ts';

walkActor(funnelsMachine, funnelsPlan);
