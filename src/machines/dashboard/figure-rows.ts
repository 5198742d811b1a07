import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { FigureListPage, FigureQuestion, PlacedRow, ShownFigure } from '#model/figure-rows.ts';
import type { ActionResult } from '#model/paged-list.ts';
import type { Question } from '#model/query.ts';
import { optionalListener } from '../kit/injected.ts';
import { pagedListOf } from '../kit/paged-list.ts';

type Context = {
  question: Question;
  /** The figure that is open, behind those it was opened from. */
  trail: readonly ShownFigure[];
};
type Event =
  | { type: 'figure.open'; figure: ShownFigure }
  | { type: 'part.open'; figure: ShownFigure }
  | { type: 'part.close' }
  | { type: 'figure.close' }
  | { type: 'query.change'; question: Question };

type FigureList = {
  row: PlacedRow;
  query: FigureQuestion;
  filter: Record<never, never>;
  page: FigureListPage;
  action: never;
  result: ActionResult;
};

/** The rows that add up to one figure; the first page says what it is and what it leaves out. */
export const figureListMachine = pagedListOf<FigureList>();

/**
 * The figure that is open, with the list of its rows.
 *
 * A figure that is made of others opens them in turn; `trail` leads back, and each of them starts a list of its own.
 * Another question closes the figure, since it is no longer on screen.
 */
export const figureRowsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    tags: 'open';
    children: { link: 'link'; list: 'list' };
  },
  actors: {
    link: optionalListener<{ type: 'figure.open'; figure: ShownFigure }>(),
    list: figureListMachine,
  },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: Question }) => params.question }),
    keepFigure: assign({ trail: (_, params: { figure: ShownFigure }) => [params.figure] }),
    keepPart: assign({
      trail: ({ context }, params: { figure: ShownFigure }) => [...context.trail, params.figure],
    }),
    forgetPart: assign({ trail: ({ context }) => context.trail.slice(0, -1) }),
  },
  guards: { isPart: ({ context }) => context.trail.length > 1 },
}).createMachine({
  id: 'figureRows',
  description: 'The figure that is open, and its rows.',
  context: ({ input }) => ({ question: input.question, trail: [] }),
  invoke: { id: 'link', src: 'link' },
  initial: 'closed',
  on: {
    'query.change': {
      target: '.closed',
      actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
    },
    'figure.open': {
      target: '.open',
      actions: { type: 'keepFigure', params: ({ event }) => ({ figure: event.figure }) },
    },
  },
  states: {
    closed: { description: 'No figure is open.' },
    open: {
      description: 'The rows of a figure are open.',
      tags: 'open',
      invoke: {
        id: 'list',
        src: 'list',
        input: ({ context }) => ({ query: questionOf(context), filter: {} }),
      },
      on: {
        'figure.close': 'closed',
        'part.open': {
          target: 'open',
          reenter: true,
          actions: { type: 'keepPart', params: ({ event }) => ({ figure: event.figure }) },
        },
        'part.close': { guard: 'isPart', target: 'open', reenter: true, actions: 'forgetPart' },
      },
    },
  },
});

export type FigureRowsActor = ActorRefFrom<typeof figureRowsMachine>;
export type FigureRowsSnapshot = SnapshotFrom<typeof figureRowsMachine>;
export type FigureListActor = ActorRefFrom<typeof figureListMachine>;
export type FigureListSnapshot = SnapshotFrom<typeof figureListMachine>;

function questionOf({ question, trail }: Context): FigureQuestion {
  const figure = trail.at(-1);
  if (figure) return { ...question, figure };
  throw new Error('Rows were asked for without a figure.');
}
