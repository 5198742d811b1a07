import { connectionMachine } from '#machines/app/connection.ts';
import { walkBare } from '../../support/bare.ts';
import { connectionPlan } from '../../support/plans/app/connection.ts';

walkBare(connectionMachine, connectionPlan);
