import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

type Context = { id: number | null; health: PixelHealth | null; problem: Problem | null };
type Event =
  | { type: 'pixel.open'; id: number }
  | { type: 'pixel.close' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/** How the pixel that is open did lately. `failed` shows nothing, `ready.stale` what was true a while ago. */
export const pixelHealthMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'open' | 'showing' | 'failed';
    children: { readHealth: 'readHealth'; network: 'network' };
  },
  actors: {
    readHealth: injected<PixelHealth, { id: number }>('readHealth'),
    network: optionalListener<Recovery>(),
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
  description: 'How the pixel that is open did lately.',
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
          description: 'How it did is on its way.',
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
          description: 'How it did is on screen.',
          tags: 'showing',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'It was read a moment ago.',
              after: { staleAfter: 'refreshing' },
              on: { 'network.returned': 'refreshing' },
            },
            refreshing: {
              description: 'It is being read again; what was there stays.',
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
              description: 'The figures are old: the last refresh failed.',
              tags: 'failed',
              after: { staleAfter: 'refreshing' },
              on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            },
          },
        },
        failed: {
          description: 'There is nothing to show, and a reason why.',
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
