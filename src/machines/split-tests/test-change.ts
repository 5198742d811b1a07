import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Preflight } from '#contract/split-tests/planning.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { type DialogKind, missingFrom, type TestChange } from '#model/split-test-detail.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** The test is not what it was; a copy of it has another id. */
export type TestChangedEvent = { type: 'test.changed'; test: SplitTest };
/** Another member changed the test. */
export type TestOutdatedEvent = { type: 'test.outdated' };

type Applied = { test: SplitTest; change: TestChange };
type Input = { parent: Parent<TestChangedEvent | TestOutdatedEvent> };
type Context = Input & {
  /** What the open dialog asks about; null for a change that needs no question. */
  kind: DialogKind | null;
  test: SplitTest | null;
  checks: Preflight | null;
  change: TestChange | null;
  problem: Problem | null;
};
type Event =
  | { type: 'change.ask'; test: SplitTest; kind: DialogKind }
  | { type: 'change.run'; test: SplitTest; change: TestChange }
  /** The test may be a later one than that of the question: it is read again after a conflict. */
  | { type: 'change.confirm'; test: SplitTest; change: TestChange }
  | { type: 'change.cancel' }
  | { type: 'retry' };

/**
 * A change of a split test: from its dialog to the answer, or at once where it can be taken back.
 *
 * The screen has one for the life of the test, one for its decision and one for its ship. A start reads first what
 * stands against it. A refused change keeps its dialog with what was entered; so does a change after another member
 * changed the test, which is then read again behind it. A decision against the gate needs its reason here, not only on
 * the server.
 */
export const testChangeMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'asking';
    children: { checkTest: 'checkTest'; applyChange: 'applyChange' };
  },
  actors: {
    checkTest: injected<Preflight, { test: SplitTest }>('checkTest'),
    applyChange: injected<SplitTest, Applied>('applyChange'),
  },
  actions: {
    keepQuestion: assign({
      test: (_, params: { test: SplitTest; kind: DialogKind }) => params.test,
      kind: (_, params) => params.kind,
      checks: null,
      change: null,
      problem: null,
    }),
    keepRun: assign({
      test: (_, params: Applied) => params.test,
      change: (_, params) => params.change,
      kind: null,
      problem: null,
    }),
    keepChange: assign({
      test: (_, params: Applied) => params.test,
      change: (_, params) => params.change,
      problem: null,
    }),
    keepChecks: assign({ checks: (_, params: { checks: Preflight }) => params.checks }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyChanged: ({ context: { parent } }, { test }: { test: SplitTest }) =>
      parent.send({ type: 'test.changed', test }),
    notifyOutdated: ({ context: { parent } }) => parent.send({ type: 'test.outdated' }),
    announce: (_, _params: { change: TestChange | null; test: SplitTest }) => {},
  },
  guards: {
    isStart: (_, params: { kind: DialogKind }) => params.kind === 'start',
    isComplete: (_, params: { change: TestChange }) => missingFrom(params.change) === null,
    isAsked: ({ context }) => context.kind !== null,
    isAskedConflict: ({ context }, params: { error: unknown }) =>
      context.kind !== null && problemFrom(params.error).kind === 'conflict',
    isConflict: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
  },
}).createMachine({
  id: 'testChange',
  description: 'A change of a split test.',
  context: ({ input }) => ({
    parent: input.parent,
    kind: null,
    test: null,
    checks: null,
    change: null,
    problem: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      description: 'No change was chosen.',
      on: {
        'change.ask': [
          {
            guard: { type: 'isStart', params: ({ event }) => ({ kind: event.kind }) },
            target: 'checking',
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
          {
            target: 'asking',
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
        ],
        'change.run': {
          target: 'applying',
          actions: { type: 'keepRun', params: ({ event }) => event },
        },
      },
    },
    checking: {
      description: 'What stands against a start is being looked up.',
      tags: ['busy', 'asking'],
      entry: 'clearProblem',
      on: { 'change.cancel': 'idle' },
      invoke: {
        id: 'checkTest',
        src: 'checkTest',
        input: ({ context }) => ({ test: required(context.test) }),
        onDone: {
          target: 'asking',
          actions: { type: 'keepChecks', params: ({ event }) => ({ checks: event.output }) },
        },
        onError: {
          target: 'unchecked',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unchecked: {
      description: 'It could not be looked up what stands against a start.',
      tags: ['failed', 'asking'],
      on: { retry: 'checking', 'change.cancel': 'idle' },
    },
    asking: {
      description: 'The dialog is open; nothing has happened yet.',
      tags: 'asking',
      on: {
        'change.confirm': {
          guard: { type: 'isComplete', params: ({ event }) => ({ change: event.change }) },
          target: 'applying',
          actions: { type: 'keepChange', params: ({ event }) => event },
        },
        'change.cancel': 'idle',
      },
    },
    applying: {
      description: 'The change is being made.',
      tags: 'busy',
      invoke: {
        id: 'applyChange',
        src: 'applyChange',
        input: ({ context }) => ({
          test: required(context.test),
          change: required(context.change),
        }),
        onDone: {
          target: 'idle',
          actions: [
            {
              type: 'announce',
              params: ({ context, event }) => ({ change: context.change, test: event.output }),
            },
            { type: 'notifyChanged', params: ({ event }) => ({ test: event.output }) },
          ],
        },
        onError: [
          {
            guard: { type: 'isAskedConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'outdated',
            actions: [
              { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              'notifyOutdated',
            ],
          },
          {
            guard: 'isAsked',
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: [
              { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              'notifyOutdated',
            ],
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    refused: {
      description:
        'The change was refused; the dialog shows the reason and keeps what was entered.',
      tags: ['failed', 'asking'],
      on: {
        'change.confirm': {
          guard: { type: 'isComplete', params: ({ event }) => ({ change: event.change }) },
          target: 'applying',
          actions: { type: 'keepChange', params: ({ event }) => event },
        },
        'change.cancel': 'idle',
      },
    },
    outdated: {
      description:
        'The test is not what the dialog was opened for, so nothing was done. It is being read again behind the dialog.',
      tags: ['failed', 'asking'],
      on: {
        'change.confirm': {
          guard: { type: 'isComplete', params: ({ event }) => ({ change: event.change }) },
          target: 'applying',
          actions: { type: 'keepChange', params: ({ event }) => event },
        },
        'change.cancel': 'idle',
      },
    },
    failed: {
      description: 'A change without a dialog failed; the reason is on screen.',
      tags: 'failed',
      on: {
        'change.cancel': 'idle',
        'change.run': {
          target: 'applying',
          actions: { type: 'keepRun', params: ({ event }) => event },
        },
        'change.ask': [
          {
            guard: { type: 'isStart', params: ({ event }) => ({ kind: event.kind }) },
            target: 'checking',
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
          {
            target: 'asking',
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
        ],
      },
    },
  },
});

export type TestChangeActor = ActorRefFrom<typeof testChangeMachine>;
export type TestChangeSnapshot = SnapshotFrom<typeof testChangeMachine>;

function required<Value>(value: Value | null): Value {
  if (value !== null) return value;
  throw new Error('A test was changed before a change was chosen.');
}
