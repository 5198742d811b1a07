import { orderTestMachine } from '#machines/pixels/order-test.ts';
import { OrderTest } from '#views/pixels/OrderTest.tsx';
import { pixel } from '../../master-pixels.ts';
import { orderTestPlan } from '../../plans/pixels/order-test.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const orderTestScene = sceneOf(orderTestMachine, orderTestPlan, {
  provide: withActors,
  view: (actor) => <OrderTest actor={actor} affiliates={member.affiliates} pixels={[pixel]} />,
});
