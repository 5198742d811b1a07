import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Adjustment, DecisionReason } from '#contract/conversions/decisions.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** Amounts as typed: signed, in the project's currency. */
export type CorrectionDraft = {
  amount_revenue: string;
  amount_payout: string;
  reason_code: DecisionReason;
  note: string;
  effective_date: string;
};
type CorrectedConversion = { project: number; conversion: string };
type Input = CorrectedConversion & { parent: Parent<{ type: 'correction.made' }> };
type Context = Input & {
  draft: CorrectionDraft | null;
  /** The id of the correction to reverse. */
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
 * A correction and its reversal are rows of their own: they overwrite nothing and change no count of conversions. When
 * the server rejects a correction, its values stay in the form.
 */
export const correctionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'form';
    children: { createCorrection: 'createCorrection'; reverseCorrection: 'reverseCorrection' };
  },
  actors: {
    createCorrection: injected<Adjustment, CorrectedConversion & { draft: CorrectionDraft }>(
      'createCorrection',
    ),
    reverseCorrection: injected<Adjustment, { id: number }>('reverseCorrection'),
  },
  actions: {
    keepDraft: assign({ draft: (_, params: { draft: CorrectionDraft }) => params.draft }),
    keepId: assign({ id: (_, params: { id: number }) => params.id }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'correction.made' as const }),
  },
}).createMachine({
  id: 'correction',
  description: "A correction of the open conversion's amounts, or the reversal of one.",
  context: ({ input }) => ({ ...input, draft: null, id: null, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'The form is closed.',
      entry: 'clearProblem',
      on: {
        'correction.start': 'writing',
        'correction.reverse': {
          target: 'reversing',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
      },
    },
    writing: {
      description: "The form is open; it shows the server's error, if any.",
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
        id: 'createCorrection',
        src: 'createCorrection',
        input: ({ context }) => draftOf(context),
        onDone: { target: 'closed', actions: 'notifyParent' },
        onError: {
          target: 'writing',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    reversing: {
      description: 'A correction is being reversed.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'reverseCorrection',
        src: 'reverseCorrection',
        input: ({ context }) => reversalOf(context),
        onDone: { target: 'closed', actions: 'notifyParent' },
        onError: {
          target: 'reverseFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    reverseFailed: {
      description: 'The reversal failed; the correction still applies.',
      tags: 'failed',
      on: { retry: 'reversing', 'correction.cancel': 'closed' },
    },
  },
});

export type CorrectionActor = ActorRefFrom<typeof correctionMachine>;
export type CorrectionSnapshot = SnapshotFrom<typeof correctionMachine>;

function draftOf({ project, conversion, draft }: Context) {
  if (draft) return { project, conversion, draft };
  throw new Error('No correction was written.');
}

function reversalOf({ id }: Context): { id: number } {
  if (id !== null) return { id };
  throw new Error('No correction was chosen.');
}
