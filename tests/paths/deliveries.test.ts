import { deliveriesMachine } from '#machines/deliveries.ts';
import { walkBare } from '../support/bare.ts';
import { deliveriesPlan } from '../support/plans/deliveries.ts';

walkBare(deliveriesMachine, deliveriesPlan);
