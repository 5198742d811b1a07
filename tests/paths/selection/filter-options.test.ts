import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { filterOptionsPlan } from '../../support/plans/selection/filter-options.ts';

walkActor(filterOptionsMachine, filterOptionsPlan);
