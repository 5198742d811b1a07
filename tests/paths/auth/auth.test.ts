import { entranceMachine } from '#machines/auth/auth.ts';
import { walkBare } from '../../support/bare.ts';
import { entrancePlan } from '../../support/plans/auth/auth.ts';

walkBare(entranceMachine, entrancePlan);
