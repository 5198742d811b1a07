import { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { eventPixelsPlan } from '../../support/plans/event-pixels/event-pixels.ts';

walkActor(eventPixelsMachine, eventPixelsPlan);
