import { filtersMachine } from '#machines/filters.ts';
import { walkBare } from '../support/bare.ts';
import { filtersPlan } from '../support/plans/filters.ts';

walkBare(filtersMachine, filtersPlan);
