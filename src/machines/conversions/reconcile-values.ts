import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { DecisionReason, ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import type { ReconciledRow } from '#contract/conversions/reconciliation.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** The network's value of a conversion, as exact text. */
export type NetworkValue = { conversion_id: string; value: string };
export type CorrectionReason = { reason: DecisionReason; note: string };
export type ValuesRequest = { project: number; values: NetworkValue[]; why: CorrectionReason };
export type ValuesUndoRequest = { project: number; ids: number[] };

type ReconcileParent = Parent<{ type: 'values.taken' }>;
type Context = {
  parent: ReconcileParent;
  project: number;
  /** The values that can be taken over. */
  values: NetworkValue[];
  /** The change of the net revenue. */
  revenue: number;
  /** The running request; another comparison or project does not change it. */
  request: ValuesRequest | null;
  result: ValuesAnswer | null;
  undone: ValuesUndo | null;
  problem: Problem | null;
};
type Event =
  | { type: 'lines.compared'; rows: readonly ReconciledRow[] }
  | { type: 'project.change'; project: number }
  | { type: 'values.start' }
  | { type: 'values.apply'; why: CorrectionReason }
  | { type: 'values.cancel' }
  | { type: 'values.undo' }
  | { type: 'values.dismiss' }
  | { type: 'retry' };

/**
 * Only lines whose conversion counts and whose status agrees have values to take over. A new comparison replaces the
 * offered values but not a running request, and neither does another project: the request completes and can be undone.
 */
export const reconcileValuesMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { project: number; parent: ReconcileParent };
    tags: 'busy' | 'failed';
    children: { takeValues: 'takeValues'; undoValues: 'undoValues' };
  },
  actors: {
    takeValues: injected<ValuesAnswer, ValuesRequest>('takeValues'),
    undoValues: injected<ValuesUndo, ValuesUndoRequest>('undoValues'),
  },
  actions: {
    keepRows: assign((_, params: { rows: readonly ReconciledRow[] }) => valuesFrom(params.rows)),
    keepProject: assign({
      project: (_, params: { project: number }) => params.project,
      values: [],
      revenue: 0,
    }),
    keepRequest: assign({
      request: ({ context }, params: { why: CorrectionReason }) => ({
        project: context.project,
        values: context.values,
        why: params.why,
      }),
    }),
    keepResult: assign({ result: (_, params: { answer: ValuesAnswer }) => params.answer }),
    keepUndone: assign({ undone: (_, params: { undone: ValuesUndo }) => params.undone }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'values.taken' as const }),
  },
  guards: {
    hasValues: ({ context }) => context.values.length > 0,
    isNothing: (_, params: { rows: readonly ReconciledRow[] }) =>
      valuesFrom(params.rows).values.length === 0,
    correctedSome: ({ context }) => (context.result?.ids.length ?? 0) > 0,
  },
}).createMachine({
  id: 'reconcileValues',
  description: "Taking over a network's values as corrections: preview, apply, undo.",
  context: ({ input }) => ({
    project: input.project,
    parent: input.parent,
    values: [],
    revenue: 0,
    request: null,
    result: null,
    undone: null,
    problem: null,
  }),
  initial: 'idle',
  on: {
    'lines.compared': {
      actions: { type: 'keepRows', params: ({ event }) => ({ rows: event.rows }) },
    },
    'project.change': {
      target: '.idle',
      actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
    },
  },
  states: {
    idle: {
      description: 'The values can be taken over, if there are any.',
      on: {
        'values.start': { guard: 'hasValues', target: 'explaining' },
      },
    },
    explaining: {
      description: 'The effect is on screen and waits for a reason.',
      on: {
        'lines.compared': [
          {
            guard: { type: 'isNothing', params: ({ event }) => ({ rows: event.rows }) },
            target: 'idle',
            actions: { type: 'keepRows', params: ({ event }) => ({ rows: event.rows }) },
          },
          { actions: { type: 'keepRows', params: ({ event }) => ({ rows: event.rows }) } },
        ],
        'values.apply': {
          target: 'applying',
          actions: { type: 'keepRequest', params: ({ event }) => ({ why: event.why }) },
        },
        'values.cancel': 'idle',
      },
    },
    applying: {
      description: 'The corrections are being written.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
      invoke: {
        id: 'takeValues',
        src: 'takeValues',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'applied',
          actions: [
            { type: 'keepResult', params: ({ event }) => ({ answer: event.output }) },
            'notifyParent',
          ],
        },
        onError: {
          target: 'applyFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    applyFailed: {
      description: 'The result is unknown; a retry writes the corrections only once.',
      tags: 'failed',
      on: {
        retry: 'applying',
        'values.cancel': 'idle',
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
    },
    applied: {
      description: 'The corrections are written; refused conversions are listed with the reason.',
      on: {
        'values.undo': { guard: 'correctedSome', target: 'undoing' },
        'values.dismiss': 'idle',
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
    },
    undoing: {
      description: 'The corrections are being undone.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
      invoke: {
        id: 'undoValues',
        src: 'undoValues',
        input: ({ context }) => undoRequestOf(context),
        onDone: {
          target: 'undone',
          actions: [
            { type: 'keepUndone', params: ({ event }) => ({ undone: event.output }) },
            'notifyParent',
          ],
        },
        onError: {
          target: 'undoFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    undoFailed: {
      description: 'The undo failed; the corrections probably still apply.',
      tags: 'failed',
      on: {
        retry: 'undoing',
        'values.dismiss': 'idle',
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
    },
    undone: {
      description: 'The values are restored.',
      on: {
        'values.dismiss': 'idle',
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
    },
  },
});

export type ReconcileValuesActor = ActorRefFrom<typeof reconcileValuesMachine>;
export type ReconcileValuesSnapshot = SnapshotFrom<typeof reconcileValuesMachine>;

/** Amounts have at most four decimal places, so sums of ten-thousandths are exact. */
const UNITS = 10_000;
const unitsOf = (value: number): number => Math.round(value * UNITS);

function valuesFrom(rows: readonly ReconciledRow[]): Pick<Context, 'values' | 'revenue'> {
  const taken = rows.flatMap((row) => {
    const { outcome, conversion_id, our_status, their_status, our_value, their_value } = row;
    if (conversion_id === null || their_value === null) return [];
    const agrees = their_status === null || their_status === our_status;
    const isOffered = outcome === 'differs' || outcome === 'uncompared';
    // A value that no side reported counts as 0 so far.
    const gain = unitsOf(their_value) - unitsOf(our_value ?? 0);
    if (row.excluded_reason !== null || !agrees || !isOffered) return [];
    if (gain === 0 || their_value < 0) return [];
    return [{ conversion_id, value: String(unitsOf(their_value) / UNITS), gain }];
  });
  return {
    values: taken.map(({ gain: _, ...one }) => one),
    revenue: taken.reduce((sum, { gain }) => sum + gain, 0) / UNITS,
  };
}

function requestOf({ request }: Context): ValuesRequest {
  if (request) return request;
  throw new Error('Values were to be taken over without a reason.');
}

function undoRequestOf({ request, result }: Context): ValuesUndoRequest {
  if (request && result) return { project: request.project, ids: result.ids };
  throw new Error('Corrections were to be taken back that were not written.');
}
