import { pixelsMachine } from '#machines/pixels.ts';
import { walkBare } from '../support/bare.ts';
import { pixelsPlan } from '../support/plans/pixels.ts';

walkBare(pixelsMachine, pixelsPlan);
