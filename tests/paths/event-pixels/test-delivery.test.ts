import { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { testDeliveryPlan } from '../../support/plans/event-pixels/test-delivery.ts';

walkActor(testDeliveryMachine, testDeliveryPlan);
