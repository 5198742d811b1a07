import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { ReplayOutcome } from '#contract/event-pixels/health.ts';
import type { Execution } from '#contract/event-pixels/schemas.ts';
import type { DeliveryFilter, DeliveryPage, DeliveryQuery, Replay } from '#model/deliveries.ts';
import { pagedListOf } from '../kit/paged-list.ts';

type Context = { id: number | null };
type Event = { type: 'pixel.open'; id: number } | { type: 'pixel.close' };

/** What one pixel sent or was to send, the latest first. Its act sends all that ended as one outcome once more. */
export const deliveryListMachine = pagedListOf<
  Execution,
  DeliveryQuery,
  DeliveryFilter,
  DeliveryPage,
  ReplayOutcome,
  Replay
>();

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
        input: ({ context }) => ({ query: { pixel: context.id ?? 0 }, filter: { outcome: null } }),
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
export type DeliveryListActor = ActorRefFrom<typeof deliveryListMachine>;
export type DeliveryListSnapshot = SnapshotFrom<typeof deliveryListMachine>;
