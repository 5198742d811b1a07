import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { walkBare } from '../../support/bare.ts';
import { conversionDecisionPlan } from '../../support/plans/conversions/conversion-decision.ts';

walkBare(conversionDecisionMachine, conversionDecisionPlan);
