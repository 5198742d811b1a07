import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Conversion } from '#contract/conversion.ts';
import { type LogFilter, type LogPage, openLog } from '#contract/conversion-log.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Lack, Query } from '#contract/query.ts';
import { injected, injectedListener, optionalListener } from './injected.ts';
import { storyMachine } from './story.ts';

/** What the address asks for: what narrows the log, and the conversion that is open. */
export type LogRecalled = { type: 'log.recalled'; filter: LogFilter; id: string | null };
type Asked = { query: Query; filter: LogFilter; cursor: string | null };
type Context = {
  query: Query;
  filter: LogFilter;
  /** Of all pages so far. */
  rows: Conversion[];
  next: string | null;
  total: number | null;
  asOf: string | null;
  lack: Lack | null;
  problem: Problem | null;
};
type Event =
  | LogRecalled
  | { type: 'query.change'; query: Query }
  | { type: 'filter.change'; filter: Partial<LogFilter> }
  | { type: 'search.change'; search: string }
  | { type: 'log.more' }
  | { type: 'log.refresh' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * The log of conversions: page after page of the selection, and the story of the one that is open.
 *
 * Another selection or filter starts over. A next page that fails takes nothing away, so `ready.short` and `failed` are
 * two states. The story is an actor of its own: the log lies behind it as it was.
 */
export const conversionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query };
    tags: 'busy' | 'showing' | 'failed';
    children: { address: 'address'; network: 'network'; story: 'story'; readLog: 'readLog' };
  },
  actors: {
    address: injectedListener<LogRecalled>('address'),
    network: optionalListener<{ type: 'network.returned' }>(),
    story: storyMachine,
    readLog: injected<LogPage, Asked>('readLog'),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepFilter: assign({
      filter: ({ context }, params: { filter: Partial<LogFilter> }) => ({
        ...context.filter,
        ...params.filter,
      }),
    }),
    clearRows: assign({ rows: [], next: null, total: null, lack: null, problem: null }),
    keepFirstPage: assign((_, { page }: { page: LogPage }) => ({ ...page, problem: null })),
    keepNextPage: assign({
      rows: ({ context }, params: { page: LogPage }) => [...context.rows, ...params.page.rows],
      next: (_, params) => params.page.next,
      problem: null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    tellStory: sendTo('story', (_, { id }: { id: string | null }) =>
      id === null ? { type: 'story.close' as const } : { type: 'story.open' as const, id },
    ),
    tellLookback: sendTo('story', (_, { query }: { query: Query }) => ({
      type: 'lookback.change' as const,
      lookbackDays: query.lookbackDays,
    })),
    rewriteAddress: () => {},
  },
  guards: {
    isEmpty: (_, params: { page: LogPage }) => params.page.rows.length === 0,
    isAnotherQuery: ({ context }, params: { query: Query }) =>
      JSON.stringify(context.query) !== JSON.stringify(params.query),
    isAnotherFilter: ({ context }, params: { filter: LogFilter }) =>
      JSON.stringify(context.filter) !== JSON.stringify(params.filter),
    hasMore: ({ context }) => context.next !== null,
  },
  delays: { typedAfter: 300 },
}).createMachine({
  id: 'conversions',
  description: 'The log of conversions.',
  context: ({ input }) => ({
    query: input.query,
    filter: openLog,
    rows: [],
    next: null,
    total: null,
    asOf: null,
    lack: null,
    problem: null,
  }),
  invoke: [
    {
      id: 'story',
      src: 'story',
      input: ({ context }) => ({ lookbackDays: context.query.lookbackDays }),
    },
    { id: 'address', src: 'address' },
    { id: 'network', src: 'network' },
  ],
  initial: 'starting',
  on: {
    'query.change': {
      guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
      target: '.loading',
      actions: [
        { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
        { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
      ],
    },
    'log.recalled': [
      {
        guard: { type: 'isAnotherFilter', params: ({ event }) => ({ filter: event.filter }) },
        target: '.loading',
        actions: [
          { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
          { type: 'tellStory', params: ({ event }) => ({ id: event.id }) },
        ],
      },
      { actions: { type: 'tellStory', params: ({ event }) => ({ id: event.id }) } },
    ],
    'filter.change': {
      target: '.loading',
      actions: [
        { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
        'rewriteAddress',
      ],
    },
    'search.change': {
      target: '.typing',
      actions: {
        type: 'keepFilter',
        params: ({ event }) => ({ filter: { search: event.search } }),
      },
    },
  },
  states: {
    starting: {
      description: 'The address has not said yet what to show.',
      tags: 'busy',
      on: {
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
          ],
        },
        'log.recalled': {
          target: 'loading',
          actions: [
            { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
            { type: 'tellStory', params: ({ event }) => ({ id: event.id }) },
          ],
        },
      },
    },
    typing: {
      description: 'An id is being typed; the log waits until it is.',
      tags: 'busy',
      after: { typedAfter: { target: 'loading', actions: 'rewriteAddress' } },
    },
    loading: {
      description: 'The first page of this question; there is nothing to show yet.',
      tags: 'busy',
      entry: 'clearRows',
      on: { 'network.returned': { target: 'loading', reenter: true } },
      invoke: {
        id: 'readLog',
        src: 'readLog',
        input: ({ context }) => firstOf(context),
        onDone: [
          {
            guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
            target: 'empty',
            actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
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
    ready: {
      description: 'There are rows on screen.',
      tags: 'showing',
      initial: 'fresh',
      states: {
        fresh: {
          on: {
            'log.more': { guard: 'hasMore', target: 'extending' },
            'log.refresh': 'refreshing',
          },
        },
        extending: {
          description: 'The next page is being read.',
          tags: 'busy',
          invoke: {
            id: 'readLog',
            src: 'readLog',
            input: ({ context }) => nextOf(context),
            onDone: {
              target: 'fresh',
              actions: { type: 'keepNextPage', params: ({ event }) => ({ page: event.output }) },
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
          on: { retry: 'extending', 'network.returned': 'extending', 'log.refresh': 'refreshing' },
        },
        refreshing: {
          description: 'The newest page is being read; it takes the place of what is on screen.',
          tags: 'busy',
          invoke: {
            id: 'readLog',
            src: 'readLog',
            input: ({ context }) => firstOf(context),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: '#conversions.empty',
                actions: {
                  type: 'keepFirstPage',
                  params: ({ event }) => ({ page: event.output }),
                },
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
      },
    },
    empty: {
      description: 'The question matched nothing; the answer says which of three reasons.',
      on: { 'log.refresh': 'loading' },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type ConversionsActor = ActorRefFrom<typeof conversionsMachine>;
export type ConversionsSnapshot = SnapshotFrom<typeof conversionsMachine>;

const firstOf = ({ query, filter }: Context): Asked => ({ query, filter, cursor: null });
const nextOf = ({ query, filter, next }: Context): Asked => ({ query, filter, cursor: next });
