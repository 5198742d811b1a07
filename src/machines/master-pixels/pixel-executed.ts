import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelExecuted } from '#contract/master-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Query } from '#model/query.ts';
import { injected, optionalListener, type RecoveryEvent } from '../kit/injected.ts';

export type ExecutedRequest = { project: number; affid: string; timezone: string };
type Context = {
  query: Query;
  affid: string;
  executed: PixelExecuted | null;
  problem: Problem | null;
};
type Event =
  | { type: 'affiliate.choose'; affid: string }
  | { type: 'query.change'; query: Query }
  | { type: 'retry' }
  | { type: 'network.returned' };

export const pixelExecutedMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query };
    tags: 'busy' | 'failed' | 'showing';
    children: { readExecuted: 'readExecuted'; network: 'network' };
  },
  actors: {
    readExecuted: injected<PixelExecuted, ExecutedRequest>('readExecuted'),
    network: optionalListener<RecoveryEvent>(),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepAffiliate: assign({ affid: (_, params: { affid: string }) => params.affid }),
    clearExecuted: assign({ executed: null, problem: null }),
    keepExecuted: assign({ executed: (_, params: { executed: PixelExecuted }) => params.executed }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    wasEmpty: (_, params: { executed: PixelExecuted }) => !params.executed.executed,
  },
}).createMachine({
  id: 'pixelExecuted',
  description: "Whether an affiliate's events arrive and how good they are.",
  context: ({ input }) => ({ query: input.query, affid: '', executed: null, problem: null }),
  invoke: { id: 'network', src: 'network' },
  initial: 'noAffiliate',
  on: {
    'affiliate.choose': {
      target: '.loading',
      actions: { type: 'keepAffiliate', params: ({ event }) => ({ affid: event.affid }) },
    },
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
        target: '.noAffiliate',
        actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
  },
  states: {
    noAffiliate: { description: 'No affiliate is chosen yet.', entry: 'clearExecuted' },
    loading: {
      description: 'The events are loading.',
      tags: 'busy',
      entry: 'clearExecuted',
      invoke: {
        id: 'readExecuted',
        src: 'readExecuted',
        input: ({ context }) => requestOf(context),
        onDone: [
          {
            guard: { type: 'wasEmpty', params: ({ event }) => ({ executed: event.output }) },
            target: 'empty',
          },
          {
            target: 'ready',
            actions: {
              type: 'keepExecuted',
              params: ({ event }) => ({ executed: event.output }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: {
      description: 'The events are on screen.',
      tags: 'showing',
    },
    empty: { description: 'No event of this affiliate has ever arrived.' },
    failed: {
      description: 'The events could not be loaded.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type PixelExecutedActor = ActorRefFrom<typeof pixelExecutedMachine>;
export type PixelExecutedSnapshot = SnapshotFrom<typeof pixelExecutedMachine>;

const requestOf = ({ query, affid }: Context): ExecutedRequest => ({
  project: query.project,
  affid,
  timezone: query.timezone,
});
