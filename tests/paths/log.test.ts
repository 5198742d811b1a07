import { logMachine } from '#machines/log.ts';
import { walkBare } from '../support/bare.ts';
import { logPlan } from '../support/plans/log.ts';

walkBare(logMachine, logPlan);
