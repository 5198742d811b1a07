import { authMachine } from '#machines/auth/auth.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { authPlan } from '../../support/plans/auth/auth.ts';

walkActor(authMachine, authPlan);
