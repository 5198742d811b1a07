import { deliveriesMachine } from '#machines/deliveries.ts';
import { DeliveriesPanel } from '#views/pixels/events/DeliveriesPanel.tsx';
import { deliveriesPlan } from '../plans/deliveries.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const deliveriesScene = sceneOf(deliveriesMachine, deliveriesPlan, {
  cast: recast,
  view: (actor) => <DeliveriesPanel actor={actor} zone="America/New_York" />,
});
