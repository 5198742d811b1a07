import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { MatchedBy, Reconciliation } from '#contract/reconciliation.ts';
import { injected } from './injected.ts';

/** A file as the browser hands it over; only services look inside. */
export type ChosenFile = { readonly name: string; readonly size: number };
/** How its columns are read; what is not chosen is found by the server. */
export type ColumnChoice = {
  columns: { id?: string; status?: string | null; value?: string | null };
  matchBy?: MatchedBy;
};
export type ReconcileAsked = { project: number; file: ChosenFile | null; choice: ColumnChoice };

type Context = ReconcileAsked & { found: Reconciliation | null; problem: Problem | null };
type Event =
  | { type: 'file.choose'; file: ChosenFile }
  | { type: 'columns.change'; choice: ColumnChoice }
  | { type: 'rows.refresh' }
  | { type: 'project.change'; project: number }
  | { type: 'retry' };

/**
 * What a network or shop says of conversions, held against what is here.
 *
 * Comparing changes nothing, so it runs as soon as there is a file, and again after a decision. What was found before
 * stays on screen meanwhile.
 */
export const reconcileMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { project: number };
    tags: 'busy' | 'failed';
    children: { compareFile: 'compareFile' };
  },
  actors: { compareFile: injected<Reconciliation, ReconcileAsked>('compareFile') },
  actions: {
    keepFile: assign({
      file: (_, params: { file: ChosenFile }) => params.file,
      choice: { columns: {} },
      found: null,
    }),
    keepChoice: assign({ choice: (_, params: { choice: ColumnChoice }) => params.choice }),
    keepProject: assign({
      project: (_, params: { project: number }) => params.project,
      file: null,
      choice: { columns: {} },
      found: null,
    }),
    keepFound: assign({ found: (_, params: { found: Reconciliation }) => params.found }),
    clearProblem: assign({ problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnotherProject: ({ context }, params: { project: number }) =>
      context.project !== params.project,
  },
}).createMachine({
  id: 'reconcile',
  description: "A network's or a shop's file of conversions.",
  context: ({ input }) => ({
    project: input.project,
    file: null,
    choice: { columns: {} },
    found: null,
    problem: null,
  }),
  initial: 'choosing',
  on: {
    'file.choose': {
      target: '.comparing',
      reenter: true,
      actions: { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
    },
    'project.change': {
      guard: {
        type: 'isAnotherProject',
        params: ({ event }) => ({ project: event.project }),
      },
      target: '.choosing',
      actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
    },
  },
  states: {
    choosing: { description: 'There is no file yet.' },
    comparing: {
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'compareFile',
        src: 'compareFile',
        input: ({ context: { project, file, choice } }) => ({ project, file, choice }),
        onDone: {
          target: 'compared',
          actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    compared: {
      description: 'What differs is on screen.',
      on: {
        'columns.change': {
          target: 'comparing',
          actions: { type: 'keepChoice', params: ({ event }) => ({ choice: event.choice }) },
        },
        'rows.refresh': 'comparing',
      },
    },
    failed: {
      description: 'The file could not be compared.',
      tags: 'failed',
      on: { retry: 'comparing' },
    },
  },
});

export type ReconcileActor = ActorRefFrom<typeof reconcileMachine>;
export type ReconcileSnapshot = SnapshotFrom<typeof reconcileMachine>;
