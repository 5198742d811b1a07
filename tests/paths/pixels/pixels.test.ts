import { pixelsMachine } from '#machines/pixels/pixels.ts';
import { walkBare } from '../../support/bare.ts';
import { pixelsPlan } from '../../support/plans/pixels/pixels.ts';

walkBare(pixelsMachine, pixelsPlan);
