import { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
import { TestDeliveryPanel } from '#views/event-pixels/TestDeliveryPanel.tsx';
import { partner } from '../../event-pixels.ts';
import { testDeliveryPlan } from '../../plans/event-pixels/test-delivery.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const testDeliveryScene = sceneOf(testDeliveryMachine, testDeliveryPlan, {
  provide: withActors,
  view: (actor) => <TestDeliveryPanel actor={actor} pixel={partner} isChanged={false} />,
});
