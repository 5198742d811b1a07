import { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { DeliveryList } from '#views/event-pixels/DeliveriesPanel.tsx';
import { pagedListPlan } from '../../plans/kit/paged-list.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const pagedListScene = sceneOf(deliveryListMachine, pagedListPlan, {
  provide: withActors,
  view: (actor) => <DeliveryList actor={actor} zone="America/New_York" />,
});
