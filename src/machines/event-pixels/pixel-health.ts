import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from '../kit/injected.ts';

type Context = { id: number | null; health: PixelHealth | null; problem: Problem | null };
type Event =
  | { type: 'pixel.open'; id: number }
  | { type: 'pixel.close' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/** `failed` has nothing to show, `ready.stale` shows older figures. */
export const pixelHealthMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'open' | 'showing' | 'failed';
    children: { readHealth: 'readHealth'; network: 'network' };
  },
  actors: {
    readHealth: injected<PixelHealth, { id: number }>('readHealth'),
    network: optionalListener<RecoveryEvent>(),
  },
  actions: {
    keepId: assign({ id: (_, params: { id: number }) => params.id }),
    keepHealth: assign({
      health: (_, params: { health: PixelHealth }) => params.health,
      problem: null,
    }),
    clearHealth: assign({ health: null, problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnother: ({ context }, params: { id: number }) => context.id !== params.id,
  },
  delays: { staleAfter: 60_000 },
}).createMachine({
  id: 'pixelHealth',
  description: 'The recent deliveries of the open pixel in figures.',
  context: { id: null, health: null, problem: null },
  invoke: { id: 'network', src: 'network' },
  initial: 'closed',
  states: {
    closed: {
      description: 'No pixel is open.',
      entry: 'clearHealth',
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
      initial: 'loading',
      on: {
        'pixel.open': {
          guard: { type: 'isAnother', params: ({ event }) => ({ id: event.id }) },
          target: '.loading',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
        'pixel.close': 'closed',
      },
      states: {
        loading: {
          description: 'The figures are loading.',
          tags: 'busy',
          entry: 'clearHealth',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'readHealth',
            src: 'readHealth',
            input: ({ context }) => ({ id: idOf(context) }),
            onDone: {
              target: 'ready',
              actions: { type: 'keepHealth', params: ({ event }) => ({ health: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: {
          description: 'The figures are on screen.',
          tags: 'showing',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'The figures are up to date.',
              after: { staleAfter: 'refreshing' },
              on: { 'network.returned': 'refreshing' },
            },
            refreshing: {
              description: 'The figures are being read again; the old ones stay on screen.',
              tags: 'busy',
              invoke: {
                id: 'readHealth',
                src: 'readHealth',
                input: ({ context }) => ({ id: idOf(context) }),
                onDone: {
                  target: 'fresh',
                  actions: {
                    type: 'keepHealth',
                    params: ({ event }) => ({ health: event.output }),
                  },
                },
                onError: {
                  target: 'stale',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            stale: {
              description: 'The last refresh failed: the figures are old.',
              tags: 'failed',
              after: { staleAfter: 'refreshing' },
              on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            },
          },
        },
        failed: {
          description: 'The figures could not be loaded, and the panel says why.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type PixelHealthActor = ActorRefFrom<typeof pixelHealthMachine>;
export type PixelHealthSnapshot = SnapshotFrom<typeof pixelHealthMachine>;

const idOf = ({ id }: Context): number => id ?? 0;
