import { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
import { DeliveriesPanel } from '#views/event-pixels/DeliveriesPanel.tsx';
import { deliveriesPlan } from '../../plans/event-pixels/deliveries.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const deliveriesScene = sceneOf(deliveriesMachine, deliveriesPlan, {
  cast: recast,
  view: (actor) => <DeliveriesPanel actor={actor} zone="America/New_York" />,
});
