import { connectionMachine } from '#machines/connection.ts';
import { walkBare } from '../support/bare.ts';
import { connectionPlan } from '../support/plans/connection.ts';

walkBare(connectionMachine, connectionPlan);
