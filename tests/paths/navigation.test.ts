import { navigationMachine } from '#machines/navigation.ts';
import { walkBare } from '../support/bare.ts';
import { navigationPlan } from '../support/plans/navigation.ts';

walkBare(navigationMachine, navigationPlan);
