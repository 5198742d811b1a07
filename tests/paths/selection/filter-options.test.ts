import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { walkBare } from '../../support/bare.ts';
import { filterOptionsPlan } from '../../support/plans/selection/filter-options.ts';

walkBare(filterOptionsMachine, filterOptionsPlan);
