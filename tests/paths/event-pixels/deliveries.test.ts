import { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { deliveriesPlan } from '../../support/plans/event-pixels/deliveries.ts';

walkActor(deliveriesMachine, deliveriesPlan);
