import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelHealthPlan } from '../../support/plans/event-pixels/pixel-health.ts';

walkActor(pixelHealthMachine, pixelHealthPlan);
