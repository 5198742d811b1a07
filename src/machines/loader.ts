import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Answer } from '#contract/query.ts';
import { injected } from './injected.ts';

type Context<Data, Query> = { query: Query; answer: Answer<Data> | null; problem: Problem | null };
type Event<Query> = { type: 'query.change'; query: Query } | { type: 'retry' };

/**
 * One data set of a screen, from the first request to a refresh that failed.
 *
 * `failed` and `ready.stale` are two states because they show two things: nothing, or figures
 * that are old. A new query starts over from `loading`; leaving a state aborts its request.
 */
export const loaderOf = <Data, Query>() =>
  setup({
    types: {} as {
      context: Context<Data, Query>;
      events: Event<Query>;
      input: { query: Query };
      tags: 'busy' | 'showing' | 'failed';
      children: { load: 'load' };
    },
    actors: { load: injected<Answer<Data>, { query: Query }>('load') },
    actions: {
      keepQuery: assign({
        query: (_, params: { query: Query }) => params.query,
        answer: null,
        problem: null,
      }),
      keepAnswer: assign({
        answer: (_, params: { answer: Answer<Data> }) => params.answer,
        problem: null,
      }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      isEmpty: (_, params: { answer: Answer<Data> }) => params.answer.lack !== null,
      isAnotherQuery: ({ context }, params: { query: Query }) =>
        JSON.stringify(context.query) !== JSON.stringify(params.query),
    },
    delays: { staleAfter: 60_000 },
  }).createMachine({
    id: 'loader',
    description: 'One data set of a screen, with its own running state.',
    context: ({ input }) => ({ query: input.query, answer: null, problem: null }),
    initial: 'loading',
    on: {
      'query.change': {
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
        states: {
          fresh: { after: { staleAfter: 'refreshing' } },
          refreshing: {
            tags: 'busy',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
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
              'The figures are old: the last refresh failed. It is tried again by itself.',
            tags: 'failed',
            on: { retry: 'refreshing' },
            after: { staleAfter: 'refreshing' },
          },
        },
      },
      empty: {
        description: 'The query matched nothing; the answer says which of three reasons.',
        initial: 'fresh',
        states: {
          fresh: { after: { staleAfter: 'refreshing' } },
          refreshing: {
            tags: 'busy',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
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
        description: 'There is nothing to show, and a reason why.',
        tags: 'failed',
        on: { retry: 'loading' },
      },
    },
  });

export type LoaderMachine<Data, Query> = ReturnType<typeof loaderOf<Data, Query>>;
export type LoaderActor<Data, Query> = ActorRefFrom<LoaderMachine<Data, Query>>;
export type LoaderSnapshot<Data, Query> = SnapshotFrom<LoaderMachine<Data, Query>>;
