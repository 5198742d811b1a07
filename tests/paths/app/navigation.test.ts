import { navigationMachine } from '#machines/app/navigation.ts';
import { walkBare } from '../../support/bare.ts';
import { navigationPlan } from '../../support/plans/app/navigation.ts';

walkBare(navigationMachine, navigationPlan);
