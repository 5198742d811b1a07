import { logMachine } from '#machines/conversions/conversion-log.ts';
import { walkBare } from '../../support/bare.ts';
import { logPlan } from '../../support/plans/conversions/conversion-log.ts';

walkBare(logMachine, logPlan);
