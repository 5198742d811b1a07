import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { ReplayOutcome } from '#contract/event-pixels/health.ts';
import type { Execution, ExecutionOutcome } from '#contract/event-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

/** Deliveries of one pixel, and where the next ones begin. */
export type DeliveryPage = { rows: Execution[]; next: string | null };
/** How many were sent once more, and how many could no longer be. */
export type Replay = { replayed: number; skipped: number };
type Asked = { id: number; outcome: ExecutionOutcome | null; cursor: string | null };
type Replaying = { id: number; outcome: ReplayOutcome };
type Context = {
  id: number | null;
  /** The one outcome that is shown, or null for all. */
  outcome: ExecutionOutcome | null;
  /** Of all pages so far. */
  rows: Execution[];
  next: string | null;
  replaying: ReplayOutcome | null;
  replay: Replay | null;
  problem: Problem | null;
};
type Event =
  | { type: 'pixel.open'; id: number }
  | { type: 'pixel.close' }
  | { type: 'outcome.choose'; outcome: ExecutionOutcome | null }
  | { type: 'log.more' }
  | { type: 'log.refresh' }
  | { type: 'replay.send'; outcome: ReplayOutcome }
  | { type: 'problem.dismiss' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * What the pixel that is open sent or was to send, the latest first.
 *
 * A next page that fails takes nothing away, so `ready.short` and `failed` are two states. What failed can be sent once
 * more; the log is read again then, because it shows what became of it.
 */
export const deliveriesMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'open' | 'showing' | 'failed';
    children: {
      readDeliveries: 'readDeliveries';
      replayDeliveries: 'replayDeliveries';
      network: 'network';
    };
  },
  actors: {
    readDeliveries: injected<DeliveryPage, Asked>('readDeliveries'),
    replayDeliveries: injected<Replay, Replaying>('replayDeliveries'),
    network: optionalListener<Recovery>(),
  },
  actions: {
    keepId: assign({ id: (_, params: { id: number }) => params.id, outcome: null, replay: null }),
    keepOutcome: assign({
      outcome: (_, params: { outcome: ExecutionOutcome | null }) => params.outcome,
      replay: null,
    }),
    keepReplaying: assign({ replaying: (_, params: { outcome: ReplayOutcome }) => params.outcome }),
    keepReplay: assign({ replay: (_, params: { replay: Replay }) => params.replay }),
    keepFirstPage: assign((_, { page }: { page: DeliveryPage }) => ({ ...page, problem: null })),
    keepNextPage: assign({
      rows: ({ context }, params: { page: DeliveryPage }) => [...context.rows, ...params.page.rows],
      next: (_, params) => params.page.next,
      problem: null,
    }),
    clearRows: assign({ rows: [], next: null, problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isAnother: ({ context }, params: { id: number }) => context.id !== params.id,
    isEmpty: (_, params: { page: DeliveryPage }) => params.page.rows.length === 0,
    hasMore: ({ context }) => context.next !== null,
  },
}).createMachine({
  id: 'deliveries',
  description: 'What the pixel that is open sent.',
  context: {
    id: null,
    outcome: null,
    rows: [],
    next: null,
    replaying: null,
    replay: null,
    problem: null,
  },
  invoke: { id: 'network', src: 'network' },
  initial: 'closed',
  states: {
    closed: {
      description: 'No pixel is open.',
      entry: 'clearRows',
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
        'outcome.choose': {
          target: '.loading',
          actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.outcome }) },
        },
      },
      states: {
        loading: {
          description: 'The first page; there is nothing to show yet.',
          tags: 'busy',
          entry: 'clearRows',
          on: { 'network.returned': { target: 'loading', reenter: true } },
          invoke: {
            id: 'readDeliveries',
            src: 'readDeliveries',
            input: ({ context }) => firstOf(context),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: 'empty',
              },
              {
                target: 'ready',
                actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        empty: {
          description: 'Nothing was sent yet, or nothing with this outcome.',
          on: { 'log.refresh': 'loading' },
        },
        failed: {
          description: 'There is nothing to show, and a reason why.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
        ready: {
          description: 'There are deliveries on screen.',
          tags: 'showing',
          initial: 'fresh',
          states: {
            fresh: {
              description: 'It was read a moment ago.',
              entry: 'clearProblem',
              on: {
                'log.more': { guard: 'hasMore', target: 'extending' },
                'log.refresh': 'refreshing',
                'replay.send': {
                  target: 'replaying',
                  actions: {
                    type: 'keepReplaying',
                    params: ({ event }) => ({ outcome: event.outcome }),
                  },
                },
              },
            },
            extending: {
              description: 'The next page is being read.',
              tags: 'busy',
              invoke: {
                id: 'readDeliveries',
                src: 'readDeliveries',
                input: ({ context }) => nextOf(context),
                onDone: {
                  target: 'fresh',
                  actions: {
                    type: 'keepNextPage',
                    params: ({ event }) => ({ page: event.output }),
                  },
                },
                onError: {
                  target: 'short',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            short: {
              description: 'The next page could not be read; the rows so far stay.',
              tags: 'failed',
              on: {
                retry: 'extending',
                'network.returned': 'extending',
                'log.refresh': 'refreshing',
              },
            },
            refreshing: {
              description:
                'The newest page is being read; it takes the place of what is on screen.',
              tags: 'busy',
              invoke: {
                id: 'readDeliveries',
                src: 'readDeliveries',
                input: ({ context }) => firstOf(context),
                onDone: [
                  {
                    guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                    target: '#deliveries.open.empty',
                  },
                  {
                    target: 'fresh',
                    actions: {
                      type: 'keepFirstPage',
                      params: ({ event }) => ({ page: event.output }),
                    },
                  },
                ],
                onError: {
                  target: 'stale',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            stale: {
              description: 'The rows are old: the last refresh failed.',
              tags: 'failed',
              on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            },
            replaying: {
              description: 'What failed is being sent once more.',
              tags: 'busy',
              invoke: {
                id: 'replayDeliveries',
                src: 'replayDeliveries',
                input: ({ context }) => replayOf(context),
                onDone: {
                  target: 'refreshing',
                  actions: {
                    type: 'keepReplay',
                    params: ({ event }) => ({ replay: event.output }),
                  },
                },
                onError: {
                  target: 'refused',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            refused: {
              description: 'Nothing was sent once more; the server said why.',
              tags: 'failed',
              on: { 'problem.dismiss': 'fresh' },
            },
          },
        },
      },
    },
  },
});

export type DeliveriesActor = ActorRefFrom<typeof deliveriesMachine>;
export type DeliveriesSnapshot = SnapshotFrom<typeof deliveriesMachine>;

const firstOf = ({ id, outcome }: Context): Asked => ({ id: id ?? 0, outcome, cursor: null });
const nextOf = ({ id, outcome, next }: Context): Asked => ({ id: id ?? 0, outcome, cursor: next });
const replayOf = ({ id, replaying }: Context): Replaying => ({
  id: id ?? 0,
  outcome: replaying ?? 'http_error',
});
