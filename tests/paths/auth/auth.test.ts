import { authMachine } from '#machines/auth/auth.ts';
import { walkBare } from '../../support/bare.ts';
import { authPlan } from '../../support/plans/auth/auth.ts';

walkBare(authMachine, authPlan);
