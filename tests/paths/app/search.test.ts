import { searchMachine } from '#machines/app/search.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { searchPlan } from '../../support/plans/app/search.ts';

walkActor(searchMachine, searchPlan);
