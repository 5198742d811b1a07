import { navigationMachine } from '#machines/app/navigation.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { navigationPlan } from '../../support/plans/app/navigation.ts';

walkActor(navigationMachine, navigationPlan);
