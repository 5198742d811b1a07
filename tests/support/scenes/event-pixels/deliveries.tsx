import { fromPromise } from 'xstate';
import { deliveriesMachine, deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { DeliveriesPanel } from '#views/event-pixels/DeliveriesPanel.tsx';
import { lastDeliveries } from '../../event-pixels.ts';
import { deliveriesPlan } from '../../plans/event-pixels/deliveries.ts';
import { sceneOf } from '../../scene.ts';

const list = deliveryListMachine.provide({
  actors: { readPage: fromPromise(async () => lastDeliveries) },
});

export const deliveriesScene = sceneOf(deliveriesMachine, deliveriesPlan, {
  provide: (machine) => machine.provide({ actors: { list } }),
  view: (actor) => <DeliveriesPanel actor={actor} zone="America/New_York" />,
});
