import { decisionMachine } from '#machines/conversions/conversion-decision.ts';
import { walkBare } from '../../support/bare.ts';
import { decisionPlan } from '../../support/plans/conversions/conversion-decision.ts';

walkBare(decisionMachine, decisionPlan);
