import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelStreamPlan } from '../../support/plans/master-pixels/pixel-stream.ts';

walkActor(pixelStreamMachine, pixelStreamPlan);
