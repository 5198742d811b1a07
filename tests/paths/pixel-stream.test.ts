import { pixelStreamMachine } from '#machines/pixel-stream.ts';
import { walkBare } from '../support/bare.ts';
import { pixelStreamPlan } from '../support/plans/pixel-stream.ts';

walkBare(pixelStreamMachine, pixelStreamPlan);
