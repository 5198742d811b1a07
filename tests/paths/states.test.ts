import { statesMachine } from '#machines/states.ts';
import { walkBare } from '../support/bare.ts';
import { statesPlan } from '../support/plans/states.ts';

walkBare(statesMachine, statesPlan);
