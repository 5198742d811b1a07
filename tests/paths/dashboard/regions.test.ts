import { regionsMachine } from '#machines/dashboard/regions.ts';
import { walkBare } from '../../support/bare.ts';
import { regionsPlan } from '../../support/plans/dashboard/regions.ts';

walkBare(regionsMachine, regionsPlan);
