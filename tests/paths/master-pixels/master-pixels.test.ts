import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { masterPixelsPlan } from '../../support/plans/master-pixels/master-pixels.ts';

walkActor(masterPixelsMachine, masterPixelsPlan);
