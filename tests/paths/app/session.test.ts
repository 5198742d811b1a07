import { sessionMachine } from '#machines/app/session.ts';
import { walkBare } from '../../support/bare.ts';
import { sessionPlan } from '../../support/plans/app/session.ts';

walkBare(sessionMachine, sessionPlan);
