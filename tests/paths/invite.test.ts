import { inviteMachine } from '#machines/invite.ts';
import { walkBare } from '../support/bare.ts';
import { invitePlan } from '../support/plans/invite.ts';

walkBare(inviteMachine, invitePlan);
