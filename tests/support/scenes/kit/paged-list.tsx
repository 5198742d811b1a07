import { deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { DeliveryList } from '#views/event-pixels/DeliveriesPanel.tsx';
import { pagedListPlan } from '../../plans/kit/paged-list.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const pagedListScene = sceneOf(deliveryListMachine, pagedListPlan, {
  cast: recast,
  view: (actor) => <DeliveryList actor={actor} zone="America/New_York" />,
});
