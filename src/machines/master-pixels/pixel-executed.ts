import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelExecuted } from '#contract/master-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Query } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

export type ExecutedAsked = { project: number; affid: string; timezone: string };
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

/** Whether events of an affiliate arrive, and how good they are; one affiliate at a time. */
export const pixelExecutedMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query };
    tags: 'busy' | 'failed' | 'showing';
    children: { readExecuted: 'readExecuted'; network: 'network' };
  },
  actors: {
    readExecuted: injected<PixelExecuted, ExecutedAsked>('readExecuted'),
    network: optionalListener<Recovery>(),
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
    wasSilent: (_, params: { executed: PixelExecuted }) => !params.executed.executed,
  },
}).createMachine({
  id: 'pixelExecuted',
  description: 'Whether events of an affiliate arrive.',
  context: ({ input }) => ({ query: input.query, affid: '', executed: null, problem: null }),
  invoke: { id: 'network', src: 'network' },
  initial: 'unasked',
  on: {
    'affiliate.choose': {
      target: '.loading',
      actions: { type: 'keepAffiliate', params: ({ event }) => ({ affid: event.affid }) },
    },
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
        target: '.unasked',
        actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
  },
  states: {
    unasked: { description: 'No affiliate is chosen yet.', entry: 'clearExecuted' },
    loading: {
      description: 'What has arrived is on its way.',
      tags: 'busy',
      entry: 'clearExecuted',
      invoke: {
        id: 'readExecuted',
        src: 'readExecuted',
        input: ({ context }) => askedOf(context),
        onDone: [
          {
            guard: { type: 'wasSilent', params: ({ event }) => ({ executed: event.output }) },
            target: 'never',
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
      description: 'What has arrived is on screen.',
      tags: 'showing',
    },
    never: { description: 'No event of this affiliate ever arrived.' },
    failed: {
      description: 'It could not be read.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type PixelExecutedActor = ActorRefFrom<typeof pixelExecutedMachine>;
export type PixelExecutedSnapshot = SnapshotFrom<typeof pixelExecutedMachine>;

const askedOf = ({ query, affid }: Context): ExecutedAsked => ({
  project: query.project,
  affid,
  timezone: query.timezone,
});
