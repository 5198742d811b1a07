import { filtersMachine } from '#machines/selection/filter-options.ts';
import { walkBare } from '../../support/bare.ts';
import { filtersPlan } from '../../support/plans/selection/filter-options.ts';

walkBare(filtersMachine, filtersPlan);
