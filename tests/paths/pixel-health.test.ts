import { pixelHealthMachine } from '#machines/pixel-health.ts';
import { walkBare } from '../support/bare.ts';
import { pixelHealthPlan } from '../support/plans/pixel-health.ts';

walkBare(pixelHealthMachine, pixelHealthPlan);
