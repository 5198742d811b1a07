import { orderTestMachine } from '#machines/pixels/order-test.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { orderTestPlan } from '../../support/plans/pixels/order-test.ts';

walkActor(orderTestMachine, orderTestPlan);
