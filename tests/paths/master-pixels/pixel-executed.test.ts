import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelExecutedPlan } from '../../support/plans/master-pixels/pixel-executed.ts';

walkActor(pixelExecutedMachine, pixelExecutedPlan);
