import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import {
  type ConversionStatus,
  type Decision,
  type DecisionAnswer,
  type DecisionReason,
  type DecisionUndo,
  needsReason,
  statusTransitions,
} from '#contract/conversions/decisions.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { LogQuestion } from '#model/conversion-log.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** A conversion that is to be decided about, as it stands. */
export type Candidate = { id: string; status: string };
export type Why = { reason: DecisionReason | null; note: string };
export type Verdict = Why & { to: ConversionStatus };

type Screen = Parent<{ type: 'decision.made' }>;
type Asked = { ids: string[]; verdict: Verdict };
type Input = { parent: Screen; question: LogQuestion };
type Context = Input & {
  chosen: Candidate[];
  /** What the log asked for when they were chosen; null once it was read anew. */
  seenUnder: LogQuestion | null;
  verdict: Verdict;
  /** What would come of it, then what came of it. */
  answer: DecisionAnswer | null;
  undone: DecisionUndo | null;
  problem: Problem | null;
};
type Event =
  | { type: 'rows.choose'; rows: Candidate[]; on: boolean }
  | { type: 'rows.release' }
  | { type: 'question.change'; question: LogQuestion }
  | { type: 'decision.start'; to: ConversionStatus }
  | { type: 'decision.explain'; why: Why }
  | { type: 'decision.apply' }
  | { type: 'decision.cancel' }
  | { type: 'decision.undo' }
  | { type: 'decision.recall'; decision: Decision }
  | { type: 'decision.dismiss' }
  | { type: 'retry' };

/**
 * One decision about the conversions that are chosen: what it would do to the figures, then the act, then the way back.
 *
 * Nothing is applied before its effect was on screen. What was chosen stays chosen until it is decided, so that a
 * failure costs nobody their choice; but another question of the log takes it off the screen and ends what is not
 * decided yet. What is on its way to the server is told to its end. A decision of before, as a story tells it, is taken
 * back in the same way.
 */
export const conversionDecisionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'choosing';
    children: { tryDecision: 'tryDecision'; decide: 'decide'; undoDecision: 'undoDecision' };
  },
  actors: {
    tryDecision: injected<DecisionAnswer, Asked>('tryDecision'),
    decide: injected<DecisionAnswer, Asked>('decide'),
    undoDecision: injected<DecisionUndo, { batch: string }>('undoDecision'),
  },
  actions: {
    keepRows: assign({
      chosen: ({ context }, { rows, on }: { rows: Candidate[]; on: boolean }) => {
        const others = context.chosen.filter(({ id }) => !rows.some((row) => row.id === id));
        return on ? [...others, ...rows] : others;
      },
      seenUnder: ({ context }) => context.question,
    }),
    clearRows: assign({ chosen: [] }),
    loseSight: assign({ seenUnder: null }),
    keepQuestion: assign({ question: (_, params: { question: LogQuestion }) => params.question }),
    keepVerdict: assign({
      verdict: (_, params: { to: ConversionStatus }) => ({
        to: params.to,
        reason: null,
        note: '',
      }),
      answer: null,
      undone: null,
      problem: null,
    }),
    keepWhy: assign({
      verdict: ({ context }, params: { why: Why }) => ({ ...context.verdict, ...params.why }),
    }),
    keepAnswer: assign({ answer: (_, params: { answer: DecisionAnswer }) => params.answer }),
    /** One of before, as if it had been made here. */
    keepDecision: assign((_, { decision }: { decision: Decision }) => ({
      chosen: [],
      verdict: { to: decision.to, reason: decision.reason_code, note: decision.note },
      answer: {
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
    tellParent: sendTo(({ context }) => context.parent, { type: 'decision.made' as const }),
  },
  guards: {
    isNobodyLeft: ({ context }, { rows, on }: { rows: Candidate[]; on: boolean }) =>
      !on && context.chosen.every(({ id }) => rows.some((row) => row.id === id)),
    isSomebody: (_, { rows, on }: { rows: Candidate[]; on: boolean }) => on && rows.length > 0,
    isAnotherQuestion: ({ context }, params: { question: LogQuestion }) =>
      !isSame(context.question, params.question),
    isOutOfSight: ({ context: { question, seenUnder } }) =>
      seenUnder === null || !isSame(seenUnder, question),
    isPossible: ({ context }, { to }: { to: ConversionStatus }) => canBecome(context.chosen, to),
    isToExplain: ({ context }, { to }: { to: ConversionStatus }) =>
      canBecome(context.chosen, to) && needsReason(to),
    changesSome: ({ context }) => (context.answer?.changed ?? 0) > 0,
    isUndoable: ({ context }) => context.answer?.batch != null,
  },
}).createMachine({
  id: 'conversionDecision',
  description: 'A decision about chosen conversions.',
  context: ({ input }) => startingWith(input),
  initial: 'idle',
  on: {
    'rows.release': { actions: 'loseSight' },
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
      description: 'Nothing is chosen.',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'rows.choose': {
          guard: {
            type: 'isSomebody',
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
      description: 'Some rows are chosen; what is to become of them is not.',
      tags: 'choosing',
      on: {
        'decision.recall': {
          target: 'undoing',
          actions: { type: 'keepDecision', params: ({ event }) => ({ decision: event.decision }) },
        },
        'rows.choose': [
          {
            guard: {
              type: 'isNobodyLeft',
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
        'rows.release': { target: 'idle', actions: 'clearRows' },
        'decision.start': [
          {
            guard: { type: 'isToExplain', params: ({ event }) => ({ to: event.to }) },
            target: 'explaining',
            actions: { type: 'keepVerdict', params: ({ event }) => ({ to: event.to }) },
          },
          {
            guard: { type: 'isPossible', params: ({ event }) => ({ to: event.to }) },
            target: 'weighing',
            actions: { type: 'keepVerdict', params: ({ event }) => ({ to: event.to }) },
          },
        ],
      },
    },
    explaining: {
      description: 'What takes money away from somebody says why.',
      on: {
        'decision.explain': {
          target: 'weighing',
          actions: { type: 'keepWhy', params: ({ event }) => ({ why: event.why }) },
        },
        'decision.cancel': [
          { guard: 'isOutOfSight', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    weighing: {
      description: 'What it would do to the figures is being computed.',
      tags: 'busy',
      entry: 'clearProblem',
      on: {
        'decision.cancel': [
          { guard: 'isOutOfSight', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
      invoke: {
        id: 'tryDecision',
        src: 'tryDecision',
        input: ({ context }) => askedOf(context),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
        },
        onError: {
          target: 'unweighed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unweighed: {
      description: 'What it would do could not be computed; nothing has changed.',
      tags: 'failed',
      on: {
        retry: 'weighing',
        'decision.cancel': [
          { guard: 'isOutOfSight', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    confirming: {
      description: 'The effect is on screen and waits for a yes.',
      on: {
        'decision.apply': { guard: 'changesSome', target: 'applying' },
        'decision.cancel': [
          { guard: 'isOutOfSight', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    applying: {
      description: 'The decision is being made.',
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
        input: ({ context }) => askedOf(context),
        onDone: {
          target: 'decided',
          actions: [
            { type: 'keepAnswer', params: ({ event }) => ({ answer: event.output }) },
            'clearRows',
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
      description: 'The server did not take the decision.',
      tags: 'failed',
      on: {
        retry: 'applying',
        'decision.cancel': [
          { guard: 'isOutOfSight', target: 'idle', actions: 'clearRows' },
          { target: 'choosing' },
        ],
      },
    },
    decided: {
      description: 'It is done; what was refused says why.',
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
            type: 'isSomebody',
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
      description: 'The decision is being taken back.',
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
      description: 'The decision still stands.',
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
            type: 'isSomebody',
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
      description: 'Everything is as it was before, but for what was decided anew.',
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
            type: 'isSomebody',
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

const startingWith = (input: Input): Context => ({
  ...input,
  chosen: [],
  seenUnder: null,
  verdict: { to: 'approved', reason: null, note: '' },
  answer: null,
  undone: null,
  problem: null,
});

/** Whether some of them can; the others are refused by name. */
const canBecome = (chosen: readonly Candidate[], to: ConversionStatus): boolean =>
  chosen.some(({ status }) =>
    (statusTransitions as Record<string, readonly string[]>)[status]?.includes(to),
  );

const isSame = (one: LogQuestion, other: LogQuestion): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const askedOf = ({ chosen, verdict }: Context): Asked => ({
  ids: chosen.map(({ id }) => id),
  verdict,
});

function batchOf({ answer }: Context): { batch: string } {
  if (answer?.batch != null) return { batch: answer.batch };
  throw new Error('A decision was to be undone that changed nothing.');
}
