import { orderTestMachine } from '#machines/pixels/order-test.ts';
import { walkBare } from '../../support/bare.ts';
import { orderTestPlan } from '../../support/plans/pixels/order-test.ts';

walkBare(orderTestMachine, orderTestPlan);
