import { pixelStreamMachine } from '#machines/pixels/pixel-stream.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelStreamPlan } from '../../support/plans/pixels/pixel-stream.ts';

walkBare(pixelStreamMachine, pixelStreamPlan);
