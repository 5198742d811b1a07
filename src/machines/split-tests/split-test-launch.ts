import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Preflight } from '#contract/split-tests/planning.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { StoredTest, TestDraft } from '#model/split-test-draft.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** What the server has of the draft has changed. */
export type TestStoredEvent = { type: 'test.stored'; stored: StoredTest | null };

/** How the last part of the wizard ended: with the test, back at the form, or with what the server refused. */
export type LaunchEnding =
  | { kind: 'back' }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'kept' | 'started'; test: SplitTest };

type Input = {
  project: number;
  draft: TestDraft;
  stored: StoredTest | null;
  parent: Parent<TestStoredEvent>;
};
type Context = Input & {
  test: SplitTest | null;
  checks: Preflight;
  /** The name of the test, typed to start it although its goal has had no event lately. */
  confirm: string;
  problem: Problem | null;
  ending: LaunchEnding;
};
type Event =
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'retry' }
  | { type: 'mine.keep' }
  | { type: 'confirm.change'; confirm: string }
  | { type: 'test.start' }
  | { type: 'test.keep' };

/**
 * The last part of the wizard: the draft is stored, checked, and started or kept as it is.
 *
 * The checks read the stored draft, so it is stored before them. A draft that was stored before is changed instead,
 * unless it is gone; where another member changed it meanwhile its author decides.
 */
export const splitTestLaunchMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    output: LaunchEnding;
    tags: 'busy' | 'failed';
    children: {
      saveTest: 'saveTest';
      readTest: 'readTest';
      checkTest: 'checkTest';
      startTest: 'startTest';
    };
  },
  actors: {
    saveTest: injected<SplitTest, { project: number; draft: TestDraft; stored: StoredTest | null }>(
      'saveTest',
    ),
    readTest: injected<SplitTest, { id: string }>('readTest'),
    checkTest: injected<Preflight, { id: string }>('checkTest'),
    startTest: injected<SplitTest, { test: StoredTest; confirm: string }>('startTest'),
  },
  actions: {
    keepTest: assign({
      test: (_, params: { test: SplitTest }) => params.test,
      stored: (_, { test: { id, version } }) => ({ id, version }),
    }),
    forgetStored: assign({ stored: null }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      ({ context: { stored } }) => ({ type: 'test.stored' as const, stored }),
    ),
    keepChecks: assign({ checks: (_, params: { checks: Preflight }) => params.checks }),
    keepConfirm: assign({ confirm: (_, params: { confirm: string }) => params.confirm }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    endRefused: assign({
      ending: (_, params: { error: unknown }): LaunchEnding => ({
        kind: 'refused',
        problem: problemFrom(params.error),
      }),
    }),
    endKept: assign({
      ending: ({ context }): LaunchEnding => ({ kind: 'kept', test: testOf(context) }),
    }),
    endStarted: assign({
      ending: (_, params: { test: SplitTest }): LaunchEnding => ({
        kind: 'started',
        test: params.test,
      }),
    }),
  },
  guards: {
    isGone: ({ context: { stored } }, params: { error: unknown }) =>
      stored !== null && problemFrom(params.error).kind === 'missing',
    isChangedElsewhere: ({ context: { stored } }, params: { error: unknown }) =>
      stored !== null && problemFrom(params.error).kind === 'conflict',
    isRefusedField: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'invalid',
    isDraft: (_, { test }: { test: SplitTest }) => test.status === 'draft',
    isStartable: ({ context: { checks, confirm, draft } }) =>
      checks.every(({ state }) => state !== 'fail') &&
      (!needsConfirm(checks) || confirm.trim() === draft.name.trim()),
  },
}).createMachine({
  id: 'splitTestLaunch',
  description: 'A draft is stored, checked, and started or kept.',
  context: ({ input }) => startOf(input),
  initial: 'saving',
  output: ({ context }) => context.ending,
  states: {
    saving: {
      description: 'The draft is being stored.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { back: 'ended' },
      invoke: {
        id: 'saveTest',
        src: 'saveTest',
        input: ({ context: { project, draft, stored } }) => ({ project, draft, stored }),
        onDone: {
          target: 'checking',
          actions: [
            { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
            'notifyParent',
          ],
        },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) },
            target: 'saving',
            reenter: true,
            actions: ['forgetStored', 'notifyParent'],
          },
          {
            guard: { type: 'isChangedElsewhere', params: ({ event }) => ({ error: event.error }) },
            target: 'comparing',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isRefusedField', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
            actions: { type: 'endRefused', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'unsaved',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    unsaved: {
      description: 'The draft could not be stored.',
      tags: 'failed',
      on: { retry: 'saving', back: 'ended' },
    },
    comparing: {
      description: 'The stored draft was changed elsewhere: that version is being read.',
      tags: 'busy',
      invoke: {
        id: 'readTest',
        src: 'readTest',
        input: ({ context }) => ({ id: storedOf(context).id }),
        onDone: [
          {
            guard: { type: 'isDraft', params: ({ event }) => ({ test: event.output }) },
            target: 'conflict',
            actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
          },
          {
            target: 'begun',
            actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
          },
        ],
        onError: {
          target: 'unsaved',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    conflict: {
      description: 'Another member changed the stored draft; its author decides which one stays.',
      tags: 'failed',
      on: { 'mine.keep': 'saving', back: 'ended' },
    },
    begun: {
      description: 'Another member has started the test, so the draft cannot be stored any more.',
      tags: 'failed',
      on: { back: 'ended' },
    },
    checking: {
      description: 'The stored draft is being checked.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { back: 'ended' },
      invoke: {
        id: 'checkTest',
        src: 'checkTest',
        input: ({ context }) => ({ id: storedOf(context).id }),
        onDone: {
          target: 'checked',
          actions: { type: 'keepChecks', params: ({ event }) => ({ checks: event.output }) },
        },
        onError: {
          target: 'unchecked',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    checked: {
      description: 'What was found is on screen.',
      on: { next: 'reviewing', retry: 'checking', back: 'ended' },
    },
    unchecked: {
      description: 'The checks could not be made.',
      tags: 'failed',
      on: { retry: 'checking', back: 'ended' },
    },
    reviewing: {
      description: 'The whole test is on screen before it starts.',
      initial: 'asking',
      on: {
        'confirm.change': {
          actions: { type: 'keepConfirm', params: ({ event }) => ({ confirm: event.confirm }) },
        },
        'test.start': { guard: 'isStartable', target: 'starting' },
        'test.keep': { target: 'ended', actions: 'endKept' },
        back: 'checked',
      },
      states: {
        asking: { description: 'The author has not chosen yet.' },
        refused: {
          description: 'The test did not start; the reason is on screen.',
          tags: 'failed',
        },
      },
    },
    starting: {
      description: 'The test is being started.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'startTest',
        src: 'startTest',
        input: ({ context }) => ({ test: storedOf(context), confirm: context.confirm.trim() }),
        onDone: {
          target: 'ended',
          actions: { type: 'endStarted', params: ({ event }) => ({ test: event.output }) },
        },
        onError: {
          target: 'reviewing.refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ended: { type: 'final' },
  },
});

export type SplitTestLaunchActor = ActorRefFrom<typeof splitTestLaunchMachine>;
export type SplitTestLaunchSnapshot = SnapshotFrom<typeof splitTestLaunchMachine>;

/** Whether the goal had no event lately, so that the name is to be typed. */
export const needsConfirm = (checks: Preflight): boolean =>
  checks.some(({ check, state }) => check === 'goal_events' && state === 'warn');

const startOf = (input: Input): Context => ({
  ...input,
  test: null,
  checks: [],
  confirm: '',
  problem: null,
  ending: { kind: 'back' },
});

function storedOf({ stored }: Context): StoredTest {
  if (stored) return stored;
  throw new Error('A test was used before it was stored.');
}

function testOf({ test }: Context): SplitTest {
  if (test) return test;
  throw new Error('A test was kept before it was stored.');
}
