import { shareMachine } from '#machines/app/share.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { sharePlan } from '../../support/plans/app/share.ts';

walkActor(shareMachine, sharePlan);
