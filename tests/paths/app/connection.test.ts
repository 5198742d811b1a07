import { connectionMachine } from '#machines/app/connection.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { connectionPlan } from '../../support/plans/app/connection.ts';

walkActor(connectionMachine, connectionPlan);
