import { inviteMachine } from '#machines/auth/invite.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { invitePlan } from '../../support/plans/auth/invite.ts';

walkActor(inviteMachine, invitePlan);
