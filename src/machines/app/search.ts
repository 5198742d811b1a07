import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { SearchAnswer } from '#contract/conversions/search.ts';
import { shortestSearch } from '#contract/conversions/shortest-search.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

export type SearchRequest = { project: number | null; text: string };

type Context = SearchRequest & { found: SearchAnswer | null; problem: Problem | null };
type Event =
  | { type: 'text.change'; text: string; project: number | null }
  | { type: 'search.close' }
  | { type: 'retry' };

/**
 * The search of the palette for what only the server knows: orders of all days, campaigns, ad sets and ads. Another
 * text forgets what the one before found, so that Enter never runs a result of another text, and aborts its request.
 */
export const searchMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed';
    children: { searchProject: 'searchProject' };
  },
  actors: { searchProject: injected<SearchAnswer, SearchRequest>('searchProject') },
  actions: {
    keepText: assign({
      text: (_, params: SearchRequest) => params.text,
      project: (_, params) => params.project,
      found: null,
      problem: null,
    }),
    keepFound: assign({ found: (_, params: { found: SearchAnswer }) => params.found }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    clearText: assign({ text: '', found: null, problem: null }),
  },
  guards: {
    isSearched: (_, { text, project }: SearchRequest) =>
      project !== null && text.trim().length >= shortestSearch,
  },
  delays: { typedAfter: 200 },
}).createMachine({
  id: 'search',
  description: 'The search for orders and campaigns in the palette.',
  context: { text: '', project: null, found: null, problem: null },
  initial: 'idle',
  on: {
    'text.change': [
      {
        guard: { type: 'isSearched', params: ({ event }) => event },
        target: '.typing',
        actions: { type: 'keepText', params: ({ event }) => event },
      },
      { target: '.idle', actions: { type: 'keepText', params: ({ event }) => event } },
    ],
    'search.close': { target: '.idle', actions: 'clearText' },
  },
  states: {
    idle: { description: 'There is no text, or too little to search for.' },
    typing: {
      description: 'A person is typing.',
      tags: 'busy',
      after: { typedAfter: 'searching' },
    },
    searching: {
      description: 'The server is searching.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'searchProject',
        src: 'searchProject',
        input: ({ context: { project, text } }) => ({ project, text }),
        onDone: {
          target: 'found',
          actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    found: { description: 'The results are on screen, also when there are none.' },
    failed: {
      description: 'The search failed, and the palette says why.',
      tags: 'failed',
      on: { retry: 'searching' },
    },
  },
});

export type SearchActor = ActorRefFrom<typeof searchMachine>;
export type SearchSnapshot = SnapshotFrom<typeof searchMachine>;
