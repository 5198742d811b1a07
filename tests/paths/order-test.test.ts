import { orderTestMachine } from '#machines/order-test.ts';
import { walkBare } from '../support/bare.ts';
import { orderTestPlan } from '../support/plans/order-test.ts';

walkBare(orderTestMachine, orderTestPlan);
