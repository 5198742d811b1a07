import { regionsMachine } from '#machines/dashboard/regions.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { regionsPlan } from '../../support/plans/dashboard/regions.ts';

walkActor(regionsMachine, regionsPlan);
