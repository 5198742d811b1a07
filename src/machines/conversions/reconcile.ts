import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type {
  MatchedBy,
  ReconciledRow,
  Reconciliation,
} from '#contract/conversions/reconciliation.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import { reconcileValuesMachine } from './reconcile-values.ts';

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
  | { type: 'values.taken' }
  | { type: 'project.change'; project: number }
  | { type: 'retry' };

/**
 * What a network or shop says of conversions, held against what is here.
 *
 * Comparing changes nothing, so it runs as soon as there is a file, and again after a decision or a correction, even
 * one made meanwhile. What was found before stays on screen, and how the file is read can be changed there.
 */
export const reconcileMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { project: number };
    tags: 'busy' | 'failed';
    children: { compareFile: 'compareFile'; values: 'values' };
  },
  actors: {
    compareFile: injected<Reconciliation, ReconcileAsked>('compareFile'),
    values: reconcileValuesMachine,
  },
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
    tellValues: sendTo('values', (_, { rows }: { rows: readonly ReconciledRow[] }) => ({
      type: 'lines.compared' as const,
      rows,
    })),
    tellProject: sendTo('values', (_, { project }: { project: number }) => ({
      type: 'project.change' as const,
      project,
    })),
    clearProblem: assign({ problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnotherProject: ({ context }, params: { project: number }) =>
      context.project !== params.project,
    hasFound: ({ context }) => context.found !== null,
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
  invoke: {
    id: 'values',
    src: 'values',
    input: ({ context, self }) => ({ project: context.project, parent: self }),
  },
  initial: 'choosing',
  on: {
    'file.choose': {
      target: '.comparing',
      actions: [
        { type: 'keepFile', params: ({ event }) => ({ file: event.file }) },
        { type: 'tellValues', params: { rows: [] } },
      ],
    },
    'project.change': {
      guard: {
        type: 'isAnotherProject',
        params: ({ event }) => ({ project: event.project }),
      },
      target: '.choosing',
      actions: [
        { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        { type: 'tellProject', params: ({ event }) => ({ project: event.project }) },
      ],
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
          actions: [
            { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            { type: 'tellValues', params: ({ event }) => ({ rows: event.output.rows }) },
          ],
        },
        onError: [
          {
            guard: 'hasFound',
            target: 'compared.outdated',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: {
        'rows.refresh': { target: 'comparing', reenter: true },
        'values.taken': { target: 'comparing', reenter: true },
      },
    },
    compared: {
      description: 'What differs is on screen.',
      initial: 'fresh',
      on: {
        'columns.change': {
          target: 'comparing',
          actions: { type: 'keepChoice', params: ({ event }) => ({ choice: event.choice }) },
        },
        'rows.refresh': 'comparing',
        'values.taken': 'comparing',
      },
      states: {
        fresh: { description: 'It is what the file and the conversions say now.' },
        outdated: {
          description: 'Comparing again failed; this was found before.',
          tags: 'failed',
          on: { retry: '#reconcile.comparing' },
        },
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
