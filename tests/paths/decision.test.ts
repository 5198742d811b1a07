import { decisionMachine } from '#machines/decision.ts';
import { walkBare } from '../support/bare.ts';
import { decisionPlan } from '../support/plans/decision.ts';

walkBare(decisionMachine, decisionPlan);
