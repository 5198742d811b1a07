import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { conversionDecisionPlan } from '../../support/plans/conversions/conversion-decision.ts';

walkActor(conversionDecisionMachine, conversionDecisionPlan);
