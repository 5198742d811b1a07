import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Adjustment, DecisionReason } from '#contract/conversions/decisions.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** Amounts as they were typed: signed, in the project's currency. */
export type CorrectionDraft = {
  amount_revenue: string;
  amount_payout: string;
  reason_code: DecisionReason;
  note: string;
  effective_date: string;
};
type Corrected = { project: number; conversion: string };
type Input = Corrected & { parent: Parent<{ type: 'correction.made' }> };
type Context = Input & {
  draft: CorrectionDraft | null;
  /** The correction that is to be taken back. */
  id: number | null;
  problem: Problem | null;
};
type Event =
  | { type: 'correction.start' }
  | { type: 'correction.save'; draft: CorrectionDraft }
  | { type: 'correction.cancel' }
  | { type: 'correction.reverse'; id: number }
  | { type: 'retry' };

/**
 * A correction of one conversion's money, and taking one back. Both are rows of their own: nothing is overwritten, and
 * nothing counts as a conversion more or less. What the server refused stays in the form.
 */
export const correctionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'form';
    children: { correct: 'correct'; takeBack: 'takeBack' };
  },
  actors: {
    correct: injected<Adjustment, Corrected & { draft: CorrectionDraft }>('correct'),
    takeBack: injected<Adjustment, { id: number }>('takeBack'),
  },
  actions: {
    keepDraft: assign({ draft: (_, params: { draft: CorrectionDraft }) => params.draft }),
    keepId: assign({ id: (_, params: { id: number }) => params.id }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    tellParent: sendTo(({ context }) => context.parent, { type: 'correction.made' as const }),
  },
}).createMachine({
  id: 'correction',
  description: 'A correction of the money of the conversion that is open.',
  context: ({ input }) => ({ ...input, draft: null, id: null, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'No form is open.',
      entry: 'clearProblem',
      on: {
        'correction.start': 'writing',
        'correction.reverse': {
          target: 'takingBack',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
      },
    },
    writing: {
      description: 'The form is open; when the server refused, it says what.',
      tags: 'form',
      on: {
        'correction.save': {
          target: 'saving',
          actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
        },
        'correction.cancel': 'closed',
      },
    },
    saving: {
      description: 'The correction is being saved.',
      tags: ['busy', 'form'],
      entry: 'clearProblem',
      invoke: {
        id: 'correct',
        src: 'correct',
        input: ({ context }) => draftOf(context),
        onDone: { target: 'closed', actions: 'tellParent' },
        onError: {
          target: 'writing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    takingBack: {
      description: 'A correction is being taken back.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'takeBack',
        src: 'takeBack',
        input: ({ context }) => reversalOf(context),
        onDone: { target: 'closed', actions: 'tellParent' },
        onError: {
          target: 'stillThere',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    stillThere: {
      description: 'The correction still stands.',
      tags: 'failed',
      on: { retry: 'takingBack', 'correction.cancel': 'closed' },
    },
  },
});

export type CorrectionActor = ActorRefFrom<typeof correctionMachine>;
export type CorrectionSnapshot = SnapshotFrom<typeof correctionMachine>;

function draftOf({ project, conversion, draft }: Context) {
  if (draft) return { project, conversion, draft };
  throw new Error('A correction was to be saved that nobody wrote.');
}

function reversalOf({ id }: Context): { id: number } {
  if (id !== null) return { id };
  throw new Error('A correction was to be taken back that nobody named.');
}
