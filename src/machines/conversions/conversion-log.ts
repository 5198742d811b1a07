import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { LogPage, LogQuestion, LogText } from '#model/conversion-log.ts';
import type { EmptyReason } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Screen = Parent<{ type: 'filter.changed'; filter: LogFilter } | { type: 'log.restarted' }>;
type Input = { query: LogQuestion; parent: Screen };
export type Asked = { query: LogQuestion; cursor: string | null; isRefresh?: boolean };
type Context = Input & {
  /** Of all pages so far. */
  rows: Conversion[];
  pages: number;
  next: string | null;
  total: number | null;
  asOf: string | null;
  lack: EmptyReason | null;
  problem: Problem | null;
};
type Event =
  | { type: 'query.change'; query: LogQuestion }
  | { type: 'filter.change'; filter: Partial<LogFilter> }
  | { type: 'text.change'; text: Partial<LogText> }
  | { type: 'log.more' }
  | { type: 'log.refresh' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * The log of conversions: page after page of the question.
 *
 * Another question starts over. A next page that fails takes nothing away, so `ready.short` and `failed` are two
 * states. While only the first page is on screen it is kept fresh; whoever reads on is not disturbed.
 */
export const conversionLogMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'showing' | 'failed';
    children: { network: 'network'; readLog: 'readLog' };
  },
  actors: {
    network: optionalListener<Recovery>(),
    readLog: injected<LogPage, Asked>('readLog'),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: LogQuestion }) => params.query }),
    keepFilter: assign({
      query: ({ context: { query } }, params: { filter: Partial<LogFilter> }) => ({
        ...query,
        filter: { ...query.filter, ...params.filter },
      }),
    }),
    tellFilter: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'filter.changed' as const, filter: context.query.filter }),
    ),
    tellRestart: sendTo(({ context }) => context.parent, { type: 'log.restarted' as const }),
    clearRows: assign({ rows: [], pages: 0, next: null, total: null, lack: null, problem: null }),
    keepFirstPage: assign((_, { page }: { page: LogPage }) => ({
      ...page,
      pages: 1,
      problem: null,
    })),
    keepNextPage: assign({
      rows: ({ context }, params: { page: LogPage }) => together(context.rows, params.page.rows),
      pages: ({ context }) => context.pages + 1,
      next: (_, params) => params.page.next,
      problem: null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    rewriteAddress: () => {},
  },
  guards: {
    isEmpty: (_, params: { page: LogPage }) => params.page.rows.length === 0,
    isAnotherQuery: ({ context }, params: { query: LogQuestion }) =>
      JSON.stringify(context.query) !== JSON.stringify(params.query),
    hasMore: ({ context }) => context.next !== null,
    isFirstPage: ({ context }) => context.pages === 1,
  },
  delays: { typedAfter: 300, staleAfter: 60_000 },
}).createMachine({
  id: 'conversionLog',
  description: 'The log of conversions.',
  context: ({ input }) => startingWith(input),
  invoke: { id: 'network', src: 'network' },
  initial: 'loading',
  on: {
    'query.change': {
      guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
      target: '.loading',
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'filter.change': {
      target: '.loading',
      actions: [
        { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
        'tellFilter',
        'rewriteAddress',
      ],
    },
    'text.change': {
      target: '.typing',
      actions: [
        { type: 'keepFilter', params: ({ event }) => ({ filter: event.text }) },
        'tellFilter',
      ],
    },
  },
  states: {
    typing: {
      description: 'An id or an amount is being typed; the log waits until it is.',
      tags: 'busy',
      after: { typedAfter: { target: 'loading', actions: 'rewriteAddress' } },
    },
    loading: {
      description: 'The first page of this question; there is nothing to show yet.',
      tags: 'busy',
      entry: ['clearRows', 'tellRestart'],
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
          description: 'It was read a moment ago.',
          on: {
            'log.more': { guard: 'hasMore', target: 'extending' },
            'log.refresh': 'refreshing',
            'network.returned': { guard: 'isFirstPage', target: 'refreshing' },
          },
          after: { staleAfter: { guard: 'isFirstPage', target: 'refreshing' } },
        },
        extending: {
          description: 'The next page is being read.',
          tags: 'busy',
          on: { 'log.refresh': 'refreshing' },
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
          on: { 'log.refresh': { target: 'refreshing', reenter: true } },
          invoke: {
            id: 'readLog',
            src: 'readLog',
            input: ({ context }) => ({ ...firstOf(context), isRefresh: true }),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: '#conversionLog.empty',
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
          on: {
            retry: 'refreshing',
            'network.returned': 'refreshing',
            'log.refresh': 'refreshing',
          },
          after: { staleAfter: 'refreshing' },
        },
      },
    },
    empty: {
      description: 'The question matched nothing; the answer says which of three reasons.',
      on: { 'log.refresh': 'loading' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'That was read a moment ago.',
          on: { 'network.returned': 'refreshing' },
          after: { staleAfter: 'refreshing' },
        },
        refreshing: {
          description: 'It is being read again.',
          tags: 'busy',
          invoke: {
            id: 'readLog',
            src: 'readLog',
            input: ({ context }) => ({ ...firstOf(context), isRefresh: true }),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: 'fresh',
                actions: {
                  type: 'keepFirstPage',
                  params: ({ event }) => ({ page: event.output }),
                },
              },
              {
                target: '#conversionLog.ready',
                actions: {
                  type: 'keepFirstPage',
                  params: ({ event }) => ({ page: event.output }),
                },
              },
            ],
            onError: {
              target: '#conversionLog.failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type ConversionLogActor = ActorRefFrom<typeof conversionLogMachine>;
export type ConversionLogSnapshot = SnapshotFrom<typeof conversionLogMachine>;

const startingWith = (input: Input): Context => ({
  ...input,
  rows: [],
  pages: 0,
  next: null,
  total: null,
  asOf: null,
  lack: null,
  problem: null,
});

/** What moved to an earlier time between two pages is on both, and was read last on the second. */
const together = (some: readonly Conversion[], more: readonly Conversion[]): Conversion[] => [
  ...new Map([...some, ...more].map((row) => [row.id, row])).values(),
];

const firstOf = ({ query }: Context): Asked => ({ query, cursor: null });
const nextOf = ({ query, next }: Context): Asked => ({ query, cursor: next });
