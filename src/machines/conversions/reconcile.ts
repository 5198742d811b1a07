import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { DecimalMark } from '#contract/amount-text.ts';
import type { ReconciledRow, Reconciliation } from '#contract/conversions/reconciliation.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ChosenFile, ColumnChoice, ReconcileRequest } from '#model/reconcile.ts';
import { injected } from '../kit/injected.ts';
import { reconcileValuesMachine } from './reconcile-values.ts';

type Context = ReconcileRequest & { found: Reconciliation | null; problem: Problem | null };
type Event =
  | { type: 'file.choose'; file: ChosenFile }
  | { type: 'columns.change'; choice: ColumnChoice }
  | { type: 'decimal.choose'; decimal: DecimalMark }
  | { type: 'rows.refresh' }
  | { type: 'values.taken' }
  | { type: 'project.change'; project: number; timezone: string }
  | { type: 'retry' };

/**
 * A comparison changes nothing, so it runs as soon as a file is chosen, and again after a decision or a correction,
 * even one made during the comparison. The previous result stays on screen, where the columns can be changed.
 */
export const reconcileMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { project: number; timezone: string };
    tags: 'busy' | 'failed';
    children: { compareFile: 'compareFile'; values: 'values' };
  },
  actors: {
    compareFile: injected<Reconciliation, ReconcileRequest>('compareFile'),
    values: reconcileValuesMachine,
  },
  actions: {
    keepFile: assign({
      file: (_, params: { file: ChosenFile }) => params.file,
      choice: { columns: {} },
      found: null,
    }),
    keepChoice: assign({ choice: (_, params: { choice: ColumnChoice }) => params.choice }),
    keepDecimal: assign({
      choice: ({ context }, params: { decimal: DecimalMark }) => ({
        ...context.choice,
        decimal: params.decimal,
      }),
    }),
    keepProject: assign({
      project: (_, params: { project: number; timezone: string }) => params.project,
      timezone: (_, params) => params.timezone,
      file: null,
      choice: { columns: {} },
      found: null,
    }),
    keepZone: assign({ timezone: (_, params: { timezone: string }) => params.timezone }),
    keepFound: assign({ found: (_, params: { found: Reconciliation }) => params.found }),
    sendRows: sendTo('values', (_, { rows }: { rows: readonly ReconciledRow[] }) => ({
      type: 'lines.compared' as const,
      rows,
    })),
    sendProject: sendTo('values', (_, { project }: { project: number }) => ({
      type: 'project.change' as const,
      project,
    })),
    clearProblem: assign({ problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnotherProject: ({ context }, params: { project: number }) =>
      context.project !== params.project,
    isUnclear: (_, params: { error: unknown }) =>
      problemFrom(params.error).fields?.decimal !== undefined,
    hasFound: ({ context }) => context.found !== null,
  },
}).createMachine({
  id: 'reconcile',
  description: "The reconciliation of a network's or shop's file with the conversions.",
  context: ({ input }) => ({
    project: input.project,
    timezone: input.timezone,
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
        { type: 'sendRows', params: { rows: [] } },
      ],
    },
    'project.change': [
      {
        guard: {
          type: 'isAnotherProject',
          params: ({ event }) => ({ project: event.project }),
        },
        target: '.choosing',
        actions: [
          { type: 'keepProject', params: ({ event }) => event },
          { type: 'sendProject', params: ({ event }) => ({ project: event.project }) },
        ],
      },
      { actions: { type: 'keepZone', params: ({ event }) => ({ timezone: event.timezone }) } },
    ],
  },
  states: {
    choosing: { description: 'No file is chosen yet.' },
    comparing: {
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'compareFile',
        src: 'compareFile',
        input: ({ context: { project, timezone, file, choice } }) => ({
          project,
          timezone,
          file,
          choice,
        }),
        onDone: {
          target: 'compared',
          actions: [
            { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            { type: 'sendRows', params: ({ event }) => ({ rows: event.output.rows }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isUnclear', params: ({ event }) => ({ error: event.error }) },
            target: 'asking',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
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
      description: 'The differences are on screen.',
      initial: 'fresh',
      on: {
        'columns.change': {
          target: 'comparing',
          actions: { type: 'keepChoice', params: ({ event }) => ({ choice: event.choice }) },
        },
        'decimal.choose': {
          target: 'comparing',
          actions: { type: 'keepDecimal', params: ({ event }) => ({ decimal: event.decimal }) },
        },
        'rows.refresh': 'comparing',
        'values.taken': 'comparing',
      },
      states: {
        fresh: { description: 'The result is up to date.' },
        outdated: {
          description: 'The new comparison failed; the result is from an earlier one.',
          tags: 'failed',
          on: { retry: '#reconcile.comparing' },
        },
      },
    },
    asking: {
      description: 'The amounts of the file can be read in two ways; a person says which.',
      on: {
        'decimal.choose': {
          target: 'comparing',
          actions: { type: 'keepDecimal', params: ({ event }) => ({ decimal: event.decimal }) },
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
