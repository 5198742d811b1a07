import { sessionMachine } from '#machines/session.ts';
import { walkBare } from '../support/bare.ts';
import { sessionPlan } from '../support/plans/session.ts';

walkBare(sessionMachine, sessionPlan);
