import { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { walkBare } from '../../support/bare.ts';
import { eventPixelsPlan } from '../../support/plans/event-pixels/event-pixels.ts';

walkBare(eventPixelsMachine, eventPixelsPlan);
