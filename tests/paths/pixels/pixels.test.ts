import { pixelsMachine } from '#machines/pixels/pixels.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { pixelsPlan } from '../../support/plans/pixels/pixels.ts';

walkActor(pixelsMachine, pixelsPlan);
