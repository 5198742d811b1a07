import { statesMachine } from '#machines/dashboard/regions.ts';
import { walkBare } from '../../support/bare.ts';
import { statesPlan } from '../../support/plans/dashboard/regions.ts';

walkBare(statesMachine, statesPlan);
