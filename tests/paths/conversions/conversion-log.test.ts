import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import { walkBare } from '../../support/bare.ts';
import { conversionLogPlan } from '../../support/plans/conversions/conversion-log.ts';

walkBare(conversionLogMachine, conversionLogPlan);
