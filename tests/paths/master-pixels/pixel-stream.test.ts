import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelStreamPlan } from '../../support/plans/master-pixels/pixel-stream.ts';

walkBare(pixelStreamMachine, pixelStreamPlan);
