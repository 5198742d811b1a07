import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { ReplayOutcome } from '#contract/event-pixels/health.ts';
import type { Execution } from '#contract/event-pixels/schemas.ts';
import type { DeliveryFilter, DeliveryPage, DeliveryQuery, Replay } from '#model/deliveries.ts';
import { type PagedListActor, type PagedListSnapshot, pagedListOf } from '../kit/paged-list.ts';

type Context = { id: number | null };
type Event = { type: 'pixel.open'; id: number } | { type: 'pixel.close' };

type DeliveryList = {
  row: Execution;
  query: DeliveryQuery;
  filter: DeliveryFilter;
  page: DeliveryPage;
  action: ReplayOutcome;
  result: Replay;
};

/** The deliveries of one pixel, the latest first. The bulk action sends all deliveries with one outcome once more. */
export const deliveryListMachine = pagedListOf<DeliveryList>();

/** The deliveries of the pixel that is open. Another pixel starts its list anew. */
export const deliveriesMachine = setup({
  types: {} as { context: Context; events: Event; tags: 'open'; children: { list: 'list' } },
  actors: { list: deliveryListMachine },
  actions: { keepId: assign({ id: (_, params: { id: number }) => params.id }) },
  guards: { isAnother: ({ context }, params: { id: number }) => context.id !== params.id },
}).createMachine({
  id: 'deliveries',
  description: 'The deliveries of the pixel that is open.',
  context: { id: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No pixel is open.',
      on: {
        'pixel.open': {
          target: 'open',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
      },
    },
    open: {
      description: 'A pixel is open.',
      tags: 'open',
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context }) => ({
          query: { pixel: pixelOf(context) },
          filter: { outcome: null },
        }),
      },
      on: {
        'pixel.open': {
          guard: { type: 'isAnother', params: ({ event }) => ({ id: event.id }) },
          target: 'open',
          reenter: true,
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
        'pixel.close': 'closed',
      },
    },
  },
});

export type DeliveriesActor = ActorRefFrom<typeof deliveriesMachine>;
export type DeliveriesSnapshot = SnapshotFrom<typeof deliveriesMachine>;
export type DeliveryListActor = PagedListActor<DeliveryList>;
export type DeliveryListSnapshot = PagedListSnapshot<DeliveryList>;

function pixelOf({ id }: Context): number {
  if (id !== null) return id;
  throw new Error('Deliveries were opened without a pixel.');
}
