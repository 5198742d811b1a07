import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelHealthPlan } from '../../support/plans/event-pixels/pixel-health.ts';

walkBare(pixelHealthMachine, pixelHealthPlan);
