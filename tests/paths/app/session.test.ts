import { sessionMachine } from '#machines/app/session.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { sessionPlan } from '../../support/plans/app/session.ts';

walkActor(sessionMachine, sessionPlan);
