import { pixelExecutedMachine } from '#machines/pixel-executed.ts';
import { walkBare } from '../support/bare.ts';
import { pixelExecutedPlan } from '../support/plans/pixel-executed.ts';

walkBare(pixelExecutedMachine, pixelExecutedPlan);
