import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { DecisionReason, ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import { type ReconciledRow, smallestDifference } from '#contract/conversions/reconciliation.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** A conversion with the value that a network has of it, as text that is exact. */
export type Taken = { conversion_id: string; value: string };
export type ValuesWhy = { reason: DecisionReason; note: string };
export type ValuesAsked = { project: number; values: Taken[]; why: ValuesWhy };
export type ValuesBack = { project: number; ids: number[] };

type Compared = Parent<{ type: 'values.taken' }>;
type Context = {
  parent: Compared;
  project: number;
  /** What may be taken over. */
  values: Taken[];
  /** What the net revenue would gain by it. */
  revenue: number;
  /** What is being written; it stays what it is, whatever is compared or which project is chosen meanwhile. */
  asked: ValuesAsked | null;
  answer: ValuesAnswer | null;
  undone: ValuesUndo | null;
  problem: Problem | null;
};
type Event =
  | { type: 'lines.compared'; rows: readonly ReconciledRow[] }
  | { type: 'project.change'; project: number }
  | { type: 'values.start' }
  | { type: 'values.apply'; why: ValuesWhy }
  | { type: 'values.cancel' }
  | { type: 'values.undo' }
  | { type: 'values.dismiss' }
  | { type: 'retry' };

/**
 * Taking over the values of lines whose status agrees: their effect and one reason, then the corrections, then the way
 * back.
 *
 * What a line says of a conversion that does not count, or that is to be decided otherwise first, is no value to take.
 * Lines that are compared anew are the ones to take from next time; they do not change what is being written, and
 * neither does another project: that is told to its end, and can be taken back.
 */
export const reconcileValuesMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { project: number; parent: Compared };
    tags: 'busy' | 'failed';
    children: { takeValues: 'takeValues'; undoValues: 'undoValues' };
  },
  actors: {
    takeValues: injected<ValuesAnswer, ValuesAsked>('takeValues'),
    undoValues: injected<ValuesUndo, ValuesBack>('undoValues'),
  },
  actions: {
    keepRows: assign((_, params: { rows: readonly ReconciledRow[] }) => takenFrom(params.rows)),
    keepProject: assign({
      project: (_, params: { project: number }) => params.project,
      values: [],
      revenue: 0,
    }),
    keepAsked: assign({
      asked: ({ context }, params: { why: ValuesWhy }) => ({
        project: context.project,
        values: context.values,
        why: params.why,
      }),
    }),
    keepAnswer: assign({ answer: (_, params: { answer: ValuesAnswer }) => params.answer }),
    keepUndone: assign({ undone: (_, params: { undone: ValuesUndo }) => params.undone }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    tellParent: sendTo(({ context }) => context.parent, { type: 'values.taken' as const }),
  },
  guards: {
    hasValues: ({ context }) => context.values.length > 0,
    isNothing: (_, params: { rows: readonly ReconciledRow[] }) =>
      takenFrom(params.rows).values.length === 0,
    correctedSome: ({ context }) => (context.answer?.ids.length ?? 0) > 0,
  },
}).createMachine({
  id: 'reconcileValues',
  description: "Values of a network's file that are taken over as corrections.",
  context: ({ input }) => ({
    project: input.project,
    parent: input.parent,
    values: [],
    revenue: 0,
    asked: null,
    answer: null,
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
      description: 'Values may be taken over, where there are any.',
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
          actions: { type: 'keepAsked', params: ({ event }) => ({ why: event.why }) },
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
        input: ({ context }) => askedOf(context),
        onDone: {
          target: 'applied',
          actions: [
            { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
            'tellParent',
          ],
        },
        onError: {
          target: 'unapplied',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unapplied: {
      description: 'Nobody knows of corrections; to ask again writes them once.',
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
      description: 'What was corrected and what was refused is on screen.',
      on: {
        'values.undo': { guard: 'correctedSome', target: 'undoing' },
        'values.dismiss': 'idle',
        'project.change': {
          actions: { type: 'keepProject', params: ({ event }) => ({ project: event.project }) },
        },
      },
    },
    undoing: {
      description: 'The corrections are being taken back.',
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
        input: ({ context }) => backOf(context),
        onDone: {
          target: 'undone',
          actions: [
            { type: 'keepUndone', params: ({ event }) => ({ undone: event.output }) },
            'tellParent',
          ],
        },
        onError: {
          target: 'notUndone',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    notUndone: {
      description: 'The corrections still stand, as far as anybody knows.',
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
      description: 'The values are what they were before.',
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

/** Amounts have at most four decimals, so whole parts of that size add up exactly. */
const PARTS = 10_000;
const partsOf = (value: number): number => Math.round(value * PARTS);

function takenFrom(rows: readonly ReconciledRow[]): Pick<Context, 'values' | 'revenue'> {
  const taken = rows.flatMap((row) => {
    const { conversion_id, our_status, their_status, our_value, their_value } = row;
    if (conversion_id === null || our_value === null || their_value === null) return [];
    const counts = our_status === 'pending' || our_status === 'approved';
    const agrees = their_status === null || their_status === our_status;
    const gain = partsOf(their_value) - partsOf(our_value);
    const differs = Math.abs(gain) >= partsOf(smallestDifference);
    if (!counts || !agrees || !differs || their_value < 0) return [];
    return [{ conversion_id, value: String(partsOf(their_value) / PARTS), gain }];
  });
  return {
    values: taken.map(({ gain: _, ...one }) => one),
    revenue: taken.reduce((sum, { gain }) => sum + gain, 0) / PARTS,
  };
}

function askedOf({ asked }: Context): ValuesAsked {
  if (asked) return asked;
  throw new Error('Values were to be taken over without a reason.');
}

function backOf({ asked, answer }: Context): ValuesBack {
  if (asked && answer) return { project: asked.project, ids: answer.ids };
  throw new Error('Corrections were to be taken back that were not written.');
}
