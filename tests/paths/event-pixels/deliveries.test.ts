import { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { walkBare } from '../../support/bare.ts';
import { deliveriesPlan } from '../../support/plans/event-pixels/deliveries.ts';

walkBare(deliveriesMachine, deliveriesPlan);
