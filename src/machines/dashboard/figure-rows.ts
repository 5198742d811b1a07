import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { FigureRow } from '#contract/analytics/figure-rows.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FigurePage, ShownFigure } from '#model/figure-rows.ts';
import type { Question } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';

export type FigureAsked = { question: Question; figure: ShownFigure; cursor: string | null };
type Context = {
  question: Question;
  /** The figure that is open, behind those it was opened from. */
  trail: readonly ShownFigure[];
  page: FigurePage | null;
  /** Those of every page so far. */
  rows: readonly FigureRow[];
  cursor: string | null;
  problem: Problem | null;
};
type Event =
  | { type: 'figure.open'; figure: ShownFigure }
  | { type: 'part.open'; figure: ShownFigure }
  | { type: 'part.close' }
  | { type: 'figure.close' }
  | { type: 'rows.more' }
  | { type: 'retry' }
  | { type: 'network.returned' }
  | { type: 'query.change'; question: Question };

/**
 * A figure that was opened: what it is, the rows that add up to it and what it leaves out.
 *
 * A figure that is made of others opens them in turn; `trail` leads back. Another question shuts it: its figures are no
 * longer on screen. What could not be read is read as soon as the server is there again.
 */
export const figureRowsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    tags: 'busy' | 'open' | 'failed';
    children: { link: 'link'; network: 'network'; readFigure: 'readFigure'; readMore: 'readMore' };
  },
  actors: {
    link: optionalListener<{ type: 'figure.open'; figure: ShownFigure }>(),
    network: optionalListener<Recovery>(),
    readFigure: injected<FigurePage, FigureAsked>('readFigure'),
    readMore: injected<FigurePage, FigureAsked>('readMore'),
  },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: Question }) => params.question }),
    keepFigure: assign({ trail: (_, params: { figure: ShownFigure }) => [params.figure] }),
    keepPart: assign({
      trail: ({ context }, params: { figure: ShownFigure }) => [...context.trail, params.figure],
    }),
    forgetPart: assign({ trail: ({ context }) => context.trail.slice(0, -1) }),
    clearRows: assign({ page: null, rows: [], cursor: null, problem: null }),
    clearProblem: assign({ problem: null }),
    keepPage: assign({
      page: ({ context }, params: { page: FigurePage }) => context.page ?? params.page,
      rows: ({ context }, params: { page: FigurePage }) => [
        ...context.rows,
        ...params.page.found.rows,
      ],
      cursor: (_, params: { page: FigurePage }) => params.page.found.next_cursor,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isEmpty: (_, params: { page: FigurePage }) =>
      params.page.found.adds !== 'parts' && params.page.found.total_rows === 0,
    isPart: ({ context }) => context.trail.length > 1,
    hasMore: ({ context }) => context.cursor !== null,
  },
}).createMachine({
  id: 'figureRows',
  description: 'The figure that is open, and its rows.',
  context: ({ input }) => ({
    question: input.question,
    trail: [],
    page: null,
    rows: [],
    cursor: null,
    problem: null,
  }),
  invoke: [
    { id: 'link', src: 'link' },
    { id: 'network', src: 'network' },
  ],
  initial: 'closed',
  on: {
    'query.change': {
      target: '.closed',
      actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
    },
    'figure.open': {
      target: '.open.loading',
      actions: { type: 'keepFigure', params: ({ event }) => ({ figure: event.figure }) },
    },
  },
  states: {
    closed: { description: 'No figure is open.' },
    open: {
      description: 'The rows of a figure are open.',
      tags: 'open',
      initial: 'loading',
      on: {
        'figure.close': 'closed',
        'part.open': {
          target: '.loading',
          actions: { type: 'keepPart', params: ({ event }) => ({ figure: event.figure }) },
        },
        'part.close': { guard: 'isPart', target: '.loading', actions: 'forgetPart' },
      },
      states: {
        loading: {
          description: 'Its first rows are on their way.',
          tags: 'busy',
          entry: 'clearRows',
          invoke: {
            id: 'readFigure',
            src: 'readFigure',
            input: ({ context }) => askedOf(context),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: 'empty',
                actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
              },
              {
                target: 'ready',
                actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        ready: {
          description: 'What it is and some of its rows, or all of them, are on screen.',
          on: { 'rows.more': { guard: 'hasMore', target: 'reading' } },
        },
        reading: {
          description: 'More of its rows are on their way.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'readMore',
            src: 'readMore',
            input: ({ context }) => askedOf(context),
            onDone: {
              target: 'ready',
              actions: { type: 'keepPage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: {
              target: 'stuck',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        stuck: {
          description: 'More rows could not be read; the others are still there.',
          tags: 'failed',
          on: { retry: 'reading', 'network.returned': 'reading' },
        },
        empty: { description: 'Nothing adds up to it; what it leaves out may say why.' },
        failed: {
          description: 'It could not be read.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type FigureRowsActor = ActorRefFrom<typeof figureRowsMachine>;
export type FigureRowsSnapshot = SnapshotFrom<typeof figureRowsMachine>;

function askedOf({ question, trail, cursor }: Context): FigureAsked {
  const figure = trail.at(-1);
  if (figure) return { question, figure, cursor };
  throw new Error('Rows were asked for without a figure.');
}
