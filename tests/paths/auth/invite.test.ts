import { inviteMachine } from '#machines/auth/invite.ts';
import { walkBare } from '../../support/bare.ts';
import { invitePlan } from '../../support/plans/auth/invite.ts';

walkBare(inviteMachine, invitePlan);
