import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import {
  type ConversionStatus,
  type Decision,
  type DecisionAnswer,
  type DecisionReason,
  type DecisionUndo,
  needsReason,
  nextStatuses,
} from '#contract/conversions/decisions.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { LogQuestion } from '#model/conversion-log.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** A selected row of the conversion log, with its current status. */
export type SelectedRow = { id: string; status: string };
export type DecisionReasoning = { reason: DecisionReason | null; note: string };
export type DecisionDraft = DecisionReasoning & { to: ConversionStatus };

type ConversionsParent = Parent<{ type: 'decision.made' }>;
type DecisionRequest = { ids: string[]; verdict: DecisionDraft };
type Input = { parent: ConversionsParent; question: LogQuestion };
type Context = Input & {
  selected: SelectedRow[];
  /** The log's query when the rows were selected; null after the log was read again. */
  selectedUnder: LogQuestion | null;
  draft: DecisionDraft;
  /** The result of the preview, then of the decision. */
  result: DecisionAnswer | null;
  undone: DecisionUndo | null;
  problem: Problem | null;
};
type Event =
  | { type: 'rows.choose'; rows: SelectedRow[]; on: boolean }
  | { type: 'rows.clear' }
  | { type: 'question.change'; question: LogQuestion }
  | { type: 'decision.start'; to: ConversionStatus }
  | { type: 'decision.explain'; why: DecisionReasoning }
  | { type: 'decision.apply' }
  | { type: 'decision.cancel' }
  | { type: 'decision.undo' }
  | { type: 'decision.recall'; decision: Decision }
  | { type: 'decision.dismiss' }
  | { type: 'retry' };

/**
 * Nothing is applied before its effect was on screen. The selection stays until the decision is made, so that a failure
 * does not lose it; but another query of the log clears the selection and cancels a decision that is not applied yet. A
 * running request continues. An earlier decision, opened from a conversion, is undone in the same way.
 */
export const conversionDecisionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'choosing';
    children: {
      previewDecision: 'previewDecision';
      decide: 'decide';
      undoDecision: 'undoDecision';
    };
  },
  actors: {
    previewDecision: injected<DecisionAnswer, DecisionRequest>('previewDecision'),
    decide: injected<DecisionAnswer, DecisionRequest>('decide'),
    undoDecision: injected<DecisionUndo, { batch: string }>('undoDecision'),
  },
  actions: {
    keepRows: assign({
      selected: ({ context }, { rows, on }: { rows: SelectedRow[]; on: boolean }) => {
        const others = context.selected.filter(({ id }) => !rows.some((row) => row.id === id));
        return on ? [...others, ...rows] : others;
      },
      selectedUnder: ({ context }) => context.question,
    }),
    clearRows: assign({ selected: [] }),
    markOutOfView: assign({ selectedUnder: null }),
    keepQuestion: assign({ question: (_, params: { question: LogQuestion }) => params.question }),
    keepStatus: assign({
      draft: (_, params: { to: ConversionStatus }) => ({
        to: params.to,
        reason: null,
        note: '',
      }),
      result: null,
      undone: null,
      problem: null,
    }),
    keepReasoning: assign({
      draft: ({ context }, params: { why: DecisionReasoning }) => ({
        ...context.draft,
        ...params.why,
      }),
    }),
    keepResult: assign({ result: (_, params: { answer: DecisionAnswer }) => params.answer }),
    /** Loads an earlier decision as if it had just been made. */
    keepDecision: assign((_, { decision }: { decision: Decision }) => ({
      selected: [],
      draft: { to: decision.to, reason: decision.reason_code, note: decision.note },
      result: {
        batch: decision.batch,
        undo_until: decision.undo_until,
        changed: decision.conversions ?? 1,
        refused: [],
        effect: [],
      },
    })),
    keepUndone: assign({ undone: (_, params: { undone: DecisionUndo }) => params.undone }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'decision.made' as const }),
  },
  guards: {
    removesLastRow: ({ context }, { rows, on }: { rows: SelectedRow[]; on: boolean }) =>
      !on && context.selected.every(({ id }) => rows.some((row) => row.id === id)),
    addsRows: (_, { rows, on }: { rows: SelectedRow[]; on: boolean }) => on && rows.length > 0,
    isAnotherQuestion: ({ context }, params: { question: LogQuestion }) =>
      !isSame(context.question, params.question),
    isOutOfView: ({ context: { question, selectedUnder } }) =>
      selectedUnder === null || !isSame(selectedUnder, question),
    isPossible: ({ context }, { to }: { to: ConversionStatus }) => canBecome(context.selected, to),
    needsReasoning: ({ context }, { to }: { to: ConversionStatus }) =>
      canBecome(context.selected, to) && needsReason(to),
    changesSome: ({ context }) => (context.result?.changed ?? 0) > 0,
    isUndoable: ({ context }) => context.result?.batch != null,
  },
}).createMachine({
  id: 'conversionDecision',
  description: 'A status decision about selected conversions: preview, apply, undo.',
  context: ({ input }) => initialContext(input),
  initial: 'idle',
  on: {
    'rows.clear': { actions: 'markOutOfView' },
    'question.change': {
      guard: {
        type: 'isAnotherQuestion',
        params: ({ event }) => ({ question: event.question }),
      },
      target: '.idle',
      actions: [
        { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
        'clearRows',
      ],
    },
  },
  states: {
    idle: {
      description: 'No row is selected.',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'rows.choose': {
          guard: {
            type: 'addsRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
          target: 'choosing',
          actions: {
            type: 'keepRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
        },
      },
    },
    choosing: {
      description: 'Rows are selected; no status is chosen yet.',
      tags: 'choosing',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'rows.choose': [
          {
            guard: {
              type: 'removesLastRow',
              params: ({ event }) => ({ rows: event.rows, on: event.on }),
            },
            target: 'idle',
            actions: 'clearRows',
          },
          {
            actions: {
              type: 'keepRows',
              params: ({ event }) => ({ rows: event.rows, on: event.on }),
            },
          },
        ],
        'rows.clear': { target: 'idle', actions: 'clearRows' },
        'decision.start': [
          {
            guard: { type: 'needsReasoning', params: ({ event }) => ({ to: event.to }) },
            target: 'explaining',
            actions: { type: 'keepStatus', params: ({ event }) => ({ to: event.to }) },
          },
          {
            guard: { type: 'isPossible', params: ({ event }) => ({ to: event.to }) },
            target: 'previewing',
            actions: { type: 'keepStatus', params: ({ event }) => ({ to: event.to }) },
          },
        ],
      },
    },
    explaining: {
      description: 'A decision that takes money from a partner needs a reason.',
      on: {
        'decision.explain': {
          target: 'previewing',
          actions: { type: 'keepReasoning', params: ({ event }) => ({ why: event.why }) },
        },
        'decision.cancel': [
          { guard: 'isOutOfView', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    previewing: {
      description: 'The effect on the figures is being calculated.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'decision.cancel': [
          { guard: 'isOutOfView', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
      invoke: {
        id: 'previewDecision',
        src: 'previewDecision',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepResult', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'previewFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    previewFailed: {
      description: 'The effect could not be calculated; nothing has changed.',
      tags: 'failed',
      on: {
        retry: 'previewing',
        'decision.cancel': [
          { guard: 'isOutOfView', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    confirming: {
      description: 'The effect is on screen and waits for confirmation.',
      on: {
        'decision.apply': { guard: 'changesSome', target: 'applying' },
        'decision.cancel': [
          { guard: 'isOutOfView', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    applying: {
      description: 'The decision is being applied.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'question.change': {
          actions: {
            type: 'keepQuestion',
            params: ({ event }) => ({ question: event.question }),
          },
        },
      },
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => requestOf(context),
        onDone: {
          target: 'decided',
          actions: [
            { type: 'keepResult', params: ({ event }) => ({ answer: event.output }) },
            'clearRows',
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
      description: 'The server rejected the decision.',
      tags: 'failed',
      on: {
        retry: 'applying',
        'decision.cancel': [
          { guard: 'isOutOfView', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    decided: {
      description: 'The decision is applied; refused conversions are listed with the reason.',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'question.change': {
          actions: {
            type: 'keepQuestion',
            params: ({ event }) => ({ question: event.question }),
          },
        },
        'decision.undo': { guard: 'isUndoable', target: 'undoing' },
        'decision.dismiss': 'idle',
        'rows.choose': {
          guard: {
            type: 'addsRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
          target: 'choosing',
          actions: {
            type: 'keepRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
        },
      },
    },
    undoing: {
      description: 'The decision is being undone.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'question.change': {
          actions: {
            type: 'keepQuestion',
            params: ({ event }) => ({ question: event.question }),
          },
        },
      },
      invoke: {
        id: 'undoDecision',
        src: 'undoDecision',
        input: ({ context }) => batchOf(context),
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
      description: 'The undo failed; the decision still applies.',
      tags: 'failed',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        retry: 'undoing',
        'decision.dismiss': 'idle',
        'question.change': {
          actions: {
            type: 'keepQuestion',
            params: ({ event }) => ({ question: event.question }),
          },
        },
        'rows.choose': {
          guard: {
            type: 'addsRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
          target: 'choosing',
          actions: {
            type: 'keepRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
        },
      },
    },
    undone: {
      description:
        'The conversions have their earlier status, except those that were decided again.',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'question.change': {
          actions: {
            type: 'keepQuestion',
            params: ({ event }) => ({ question: event.question }),
          },
        },
        'decision.dismiss': 'idle',
        'rows.choose': {
          guard: {
            type: 'addsRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
          target: 'choosing',
          actions: {
            type: 'keepRows',
            params: ({ event }) => ({ rows: event.rows, on: event.on }),
          },
        },
      },
    },
  },
});

export type ConversionDecisionActor = ActorRefFrom<typeof conversionDecisionMachine>;
export type ConversionDecisionSnapshot = SnapshotFrom<typeof conversionDecisionMachine>;

const initialContext = (input: Input): Context => ({
  ...input,
  selected: [],
  selectedUnder: null,
  draft: { to: 'approved', reason: null, note: '' },
  result: null,
  undone: null,
  problem: null,
});

/** Whether at least one row can get the status; the server refuses the others with a reason. */
const canBecome = (chosen: readonly SelectedRow[], to: ConversionStatus): boolean =>
  chosen.some(({ status }) => nextStatuses(status).includes(to));

const isSame = (one: LogQuestion, other: LogQuestion): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const requestOf = ({ selected, draft }: Context): DecisionRequest => ({
  ids: selected.map(({ id }) => id),
  verdict: draft,
});

function batchOf({ result }: Context): { batch: string } {
  if (result?.batch != null) return { batch: result.batch };
  throw new Error('A decision was to be undone that changed nothing.');
}
