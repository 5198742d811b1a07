import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelExecutedPlan } from '../../support/plans/master-pixels/pixel-executed.ts';

walkBare(pixelExecutedMachine, pixelExecutedPlan);
