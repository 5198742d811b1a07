import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ReportResponse } from '#model/query.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';

type Context<Data, Query> = {
  query: Query;
  answer: ReportResponse<Data> | null;
  problem: Problem | null;
};
type Event<Query> =
  | { type: 'query.change'; query: Query }
  | { type: 'query.refine'; query: Query }
  | { type: 'retry' }
  | { type: 'figures.changed' }
  | { type: 'network.returned' };

/**
 * One data set of a screen, from the first request to a refresh that failed.
 *
 * `failed` and `ready.stale` are two states because they show two things: nothing, or figures that are old. A new query
 * starts over from `loading`; leaving a state aborts its request. A refined query requests the same figures in another
 * order or with further ones: the figures on screen stay until the response arrives. The figures are read again when
 * the network is back, when the data that they count changes and, after a failed request, when the server is back.
 */
export const loaderOf = <Data, Query>() =>
  setup({
    types: {} as {
      context: Context<Data, Query>;
      events: Event<Query>;
      input: { query: Query };
      tags: 'busy' | 'showing' | 'failed';
      children: { load: 'load'; network: 'network' };
    },
    actors: {
      load: injected<ReportResponse<Data>, { query: Query; isRefresh?: boolean }>('load'),
      network: optionalListener<RecoveryEvent>(),
    },
    actions: {
      keepQuery: assign({
        query: (_, params: { query: Query }) => params.query,
        answer: null,
        problem: null,
      }),
      keepRefinement: assign({ query: (_, params: { query: Query }) => params.query }),
      keepAnswer: assign({
        answer: (_, params: { answer: ReportResponse<Data> }) => params.answer,
        problem: null,
      }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      isEmpty: (_, params: { answer: ReportResponse<Data> }) => params.answer.emptyReason !== null,
      isAnotherQuery: ({ context }, params: { query: Query }) =>
        JSON.stringify(context.query) !== JSON.stringify(params.query),
    },
    delays: { staleAfter: 60_000 },
  }).createMachine({
    id: 'loader',
    description: 'One data set of a screen, with its own running state.',
    context: ({ input }) => ({ query: input.query, answer: null, problem: null }),
    invoke: { id: 'network', src: 'network' },
    initial: 'loading',
    on: {
      'query.change': {
        guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
        target: '.loading',
        reenter: true,
        actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
      },
      'query.refine': {
        guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
        target: '.loading',
        reenter: true,
        actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
      },
    },
    states: {
      loading: {
        description: 'The first request for this query; there is nothing to show yet.',
        tags: 'busy',
        entry: 'clearProblem',
        on: {
          'network.returned': { target: 'loading', reenter: true },
          'figures.changed': { target: 'loading', reenter: true },
        },
        invoke: {
          id: 'load',
          src: 'load',
          input: ({ context }) => ({ query: context.query }),
          onDone: [
            {
              guard: { type: 'isEmpty', params: ({ event }) => ({ answer: event.output }) },
              target: 'empty',
              actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
            },
            {
              target: 'ready',
              actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
            },
          ],
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      ready: {
        description: 'There are figures on screen.',
        tags: 'showing',
        initial: 'fresh',
        on: {
          'query.refine': {
            guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
            target: '.refreshing',
            reenter: true,
            actions: { type: 'keepRefinement', params: ({ event }) => ({ query: event.query }) },
          },
        },
        states: {
          fresh: {
            description: 'The figures were read a moment ago.',
            on: { 'network.returned': 'refreshing', 'figures.changed': 'refreshing' },
            after: { staleAfter: 'refreshing' },
          },
          refreshing: {
            description: 'The figures are being read again; the current ones stay on screen.',
            tags: 'busy',
            on: {
              'network.returned': { target: 'refreshing', reenter: true },
              'figures.changed': { target: 'refreshing', reenter: true },
            },
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query, isRefresh: true }),
              onDone: [
                {
                  guard: { type: 'isEmpty', params: ({ event }) => ({ answer: event.output }) },
                  target: '#loader.empty',
                  actions: {
                    type: 'keepAnswer',
                    params: ({ event }) => ({ answer: event.output }),
                  },
                },
                {
                  target: 'fresh',
                  actions: {
                    type: 'keepAnswer',
                    params: ({ event }) => ({ answer: event.output }),
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
            description:
              'The figures are old: the last refresh failed. It is retried automatically.',
            tags: 'failed',
            on: {
              retry: 'refreshing',
              'network.returned': 'refreshing',
              'figures.changed': 'refreshing',
            },
            after: { staleAfter: 'refreshing' },
          },
        },
      },
      empty: {
        description: 'The query matched nothing; the response names one of three reasons.',
        initial: 'fresh',
        states: {
          fresh: {
            description: 'The empty response was read a moment ago.',
            on: { 'network.returned': 'refreshing', 'figures.changed': 'refreshing' },
            after: { staleAfter: 'refreshing' },
          },
          refreshing: {
            description: 'The figures are being read again.',
            tags: 'busy',
            on: {
              'network.returned': { target: 'refreshing', reenter: true },
              'figures.changed': { target: 'refreshing', reenter: true },
            },
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query, isRefresh: true }),
              onDone: [
                {
                  guard: { type: 'isEmpty', params: ({ event }) => ({ answer: event.output }) },
                  target: 'fresh',
                  actions: {
                    type: 'keepAnswer',
                    params: ({ event }) => ({ answer: event.output }),
                  },
                },
                {
                  target: '#loader.ready',
                  actions: {
                    type: 'keepAnswer',
                    params: ({ event }) => ({ answer: event.output }),
                  },
                },
              ],
              onError: {
                target: '#loader.failed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
      failed: {
        description: 'The figures could not be read, so there is nothing to show.',
        tags: 'failed',
        on: { retry: 'loading', 'network.returned': 'loading', 'figures.changed': 'loading' },
      },
    },
  });

export type LoaderMachine<Data, Query> = ReturnType<typeof loaderOf<Data, Query>>;
export type LoaderActor<Data, Query> = ActorRefFrom<LoaderMachine<Data, Query>>;
export type LoaderSnapshot<Data, Query> = SnapshotFrom<LoaderMachine<Data, Query>>;
