import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { walkBare } from '../../support/bare.ts';
import { masterPixelsPlan } from '../../support/plans/master-pixels/master-pixels.ts';

walkBare(masterPixelsMachine, masterPixelsPlan);
