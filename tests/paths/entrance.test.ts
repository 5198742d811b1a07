import { entranceMachine } from '#machines/entrance.ts';
import { walkBare } from '../support/bare.ts';
import { entrancePlan } from '../support/plans/entrance.ts';

walkBare(entranceMachine, entrancePlan);
