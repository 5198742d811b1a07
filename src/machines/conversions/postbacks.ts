import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { PostbackPage, PostbackQuestion, PostbacksAsked } from '#model/postbacks.ts';
import type { Query } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

type Input = { query: Query };
type Context = {
  question: PostbackQuestion;
  /** Of all pages so far. */
  rows: LoggedPostback[];
  next: string | null;
  problem: Problem | null;
};
type Event =
  | { type: 'query.change'; query: Query }
  | { type: 'result.choose'; result: PostbackResult | null }
  | { type: 'search.change'; search: string }
  | { type: 'postbacks.refresh' }
  | { type: 'log.more' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * What networks reported of a project and what became of it, page after page, the latest first.
 *
 * While somebody types or asks again, what was found before stays; a next page that fails takes nothing away. Other
 * days and other projects start over. What failed is asked for again once the network is back.
 */
export const postbacksMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'showing';
    children: { network: 'network'; readPostbacks: 'readPostbacks' };
  },
  actors: {
    network: optionalListener<Recovery>(),
    readPostbacks: injected<PostbackPage, PostbacksAsked>('readPostbacks'),
  },
  actions: {
    keepQuery: assign({
      question: ({ context }, params: { query: Query }) =>
        questionOf(params.query, context.question),
      rows: [],
      next: null,
    }),
    keepResult: assign({
      question: ({ context }, params: { result: PostbackResult | null }) => ({
        ...context.question,
        result: params.result,
      }),
    }),
    keepSearch: assign({
      question: ({ context }, params: { search: string }) => ({
        ...context.question,
        search: params.search,
      }),
    }),
    keepFirstPage: assign({
      rows: (_, params: { page: PostbackPage }) => params.page.rows,
      next: (_, params: { page: PostbackPage }) => params.page.next,
    }),
    keepNextPage: assign({
      rows: ({ context }, params: { page: PostbackPage }) => [...context.rows, ...params.page.rows],
      next: (_, params: { page: PostbackPage }) => params.page.next,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
  },
  guards: { hasMore: ({ context }) => context.next !== null },
  delays: { typedAfter: 300 },
}).createMachine({
  id: 'postbacks',
  description: 'What networks reported, and what became of it.',
  context: ({ input }) => ({
    question: questionOf(input.query, { result: null, search: '' }),
    rows: [],
    next: null,
    problem: null,
  }),
  invoke: { id: 'network', src: 'network' },
  initial: 'loading',
  on: {
    'query.change': {
      target: '.loading',
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'result.choose': {
      target: '.loading',
      actions: { type: 'keepResult', params: ({ event }) => ({ result: event.result }) },
    },
    'search.change': {
      target: '.typing',
      actions: { type: 'keepSearch', params: ({ event }) => ({ search: event.search }) },
    },
  },
  states: {
    typing: {
      description: 'Words are being typed; the log waits until they are.',
      tags: 'busy',
      after: { typedAfter: 'loading' },
    },
    loading: {
      description: 'The first page of what was asked for.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { 'network.returned': { target: 'loading', reenter: true } },
      invoke: {
        id: 'readPostbacks',
        src: 'readPostbacks',
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ready: {
      description: 'They are listed.',
      tags: 'showing',
      on: {
        'log.more': { guard: 'hasMore', target: 'extending' },
        'postbacks.refresh': 'refreshing',
      },
    },
    refreshing: {
      description: 'The first page is read again; what was read stays meanwhile.',
      tags: ['busy', 'showing'],
      invoke: {
        id: 'readPostbacks',
        src: 'readPostbacks',
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepFirstPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'stale',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    stale: {
      description: 'They could not be read again; what was read before stays.',
      tags: ['failed', 'showing'],
      exit: 'clearProblem',
      on: {
        retry: 'refreshing',
        'network.returned': 'refreshing',
        'postbacks.refresh': 'refreshing',
      },
    },
    extending: {
      description: 'The next page is being read.',
      tags: ['busy', 'showing'],
      invoke: {
        id: 'readPostbacks',
        src: 'readPostbacks',
        input: ({ context }) => nextOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepNextPage', params: ({ event }) => ({ page: event.output }) },
        },
        onError: {
          target: 'short',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    short: {
      description: 'The next page could not be read; what was read stays.',
      tags: ['failed', 'showing'],
      exit: 'clearProblem',
      on: { retry: 'extending', 'network.returned': 'extending' },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
  },
});

export type PostbacksActor = ActorRefFrom<typeof postbacksMachine>;
export type PostbacksSnapshot = SnapshotFrom<typeof postbacksMachine>;

const questionOf = (
  { project, period, timezone }: Query,
  { result, search }: Pick<PostbackQuestion, 'result' | 'search'>,
): PostbackQuestion => ({ project, period, timezone, result, search });
const firstOf = ({ question }: Context): PostbacksAsked => ({ question, cursor: null });
const nextOf = ({ question, next }: Context): PostbacksAsked => ({ question, cursor: next });
