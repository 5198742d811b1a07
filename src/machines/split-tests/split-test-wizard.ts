import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { TestPower } from '#contract/split-tests/planning.ts';
import type { Query } from '#model/query.ts';
import {
  emptyTestDraft,
  hasFaults,
  type StoredTest,
  type StoredTestWizard,
  stepOf,
  type TestChoices,
  type TestDraft,
  type TestStep,
} from '#model/split-test-draft.ts';
import {
  draftParam,
  type SplitTestPlace,
  type SplitTestRecalledEvent,
} from '#model/split-tests.ts';
import { injected, injectedListener } from '../kit/injected.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import { type PreviewActor, previewOf } from '../kit/preview.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import {
  type LaunchEnding,
  splitTestLaunchMachine,
  type TestStoredEvent,
} from './split-test-launch.ts';

/** How long the test would take, read again while its numbers change. */
export const testPowerMachine = previewOf<{ project: number }, TestDraft, TestPower>().provide({
  guards: {
    isReadable: (_, { draft }) => !hasFaults(draft, 'goal') && !hasFaults(draft, 'traffic'),
  },
});
export type TestPowerActor = PreviewActor<{ project: number }, TestDraft, TestPower>;

/** The funnels, offers and events of the project. */
export const testChoicesMachine = loaderOf<TestChoices, { project: number }>();
export type TestChoicesActor = LoaderActor<TestChoices, { project: number }>;

/** A draft that the browser or the server has; an unfinished one of the browser is offered, not opened. */
type Recalled = { wizard: StoredTestWizard; isOffered: boolean } | null;

type Context = {
  member: Session;
  query: Query;
  place: SplitTestPlace | null;
  draft: TestDraft;
  /** The step that a recalled draft had reached. */
  resumed: TestStep;
  /** What the server has of the draft. */
  stored: StoredTest | null;
  problem: Problem | null;
};
type Event =
  | SplitTestRecalledEvent
  | ScreenEvent
  | TestStoredEvent
  | { type: 'draft.change'; draft: TestDraft }
  | { type: 'draft.resume' }
  | { type: 'draft.discard' }
  | { type: 'draft.keep' }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'retry' }
  | { type: 'leave' }
  | { type: 'stay' };

/**
 * A new split test, or a draft that is written on. Each state is a step of the wizard; the last ones, in which the
 * server has the draft, are those of the actor `launch`.
 *
 * The browser keeps what is entered, so that a reload or another screen loses nothing. A step is left forwards only
 * without faults; until then they are not shown. What the server refuses leads back to the step of its field.
 */
export const splitTestWizardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'busy' | 'failed';
    children: {
      address: 'address';
      recallDraft: 'recallDraft';
      choices: 'choices';
      power: 'power';
      launch: 'launch';
    };
  },
  actors: {
    address: injectedListener<SplitTestRecalledEvent>('address'),
    recallDraft: injected<Recalled, { project: number; id: string | null }>('recallDraft'),
    choices: testChoicesMachine,
    power: testPowerMachine,
    launch: splitTestLaunchMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: SplitTestPlace }) => params.place }),
    startOver: assign(({ context: { query, member, place } }) => startOf({ query, member, place })),
    keepRecalled: assign(({ context }, { recalled }: { recalled: Recalled }) => ({
      draft: recalled?.wizard.draft ?? context.draft,
      resumed: recalled?.wizard.at ?? context.resumed,
      stored: recalled?.wizard.stored ?? null,
    })),
    keepDraft: assign({
      draft: (_, params: { draft: TestDraft }) => params.draft,
      problem: null,
    }),
    keepStored: assign({ stored: (_, params: { stored: StoredTest | null }) => params.stored }),
    keepRefusal: assign({
      problem: (_, { ending }: { ending: LaunchEnding }) =>
        ending.kind === 'refused' ? ending.problem : null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    queryPower: sendTo('power', ({ context }) => ({
      type: 'draft.change' as const,
      draft: context.draft,
    })),
    rememberDraft: (_, _params: { at: TestStep }) => {},
    forgetDraft: () => {},
    showTest: (_, _params: { id: string }) => {},
    showDrafts: () => {},
    showList: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    isAnotherDraft: ({ context }, params: { place: SplitTestPlace }) =>
      idIn(context.place) !== idIn(params.place),
    isOffered: (_, params: { recalled: Recalled }) => params.recalled?.isOffered ?? false,
    isAt: ({ context }, params: { step: TestStep }) => context.resumed === params.step,
    isComplete: ({ context }, params: { step: TestStep }) => !hasFaults(context.draft, params.step),
    isBack: (_, params: { ending: LaunchEnding }) => params.ending.kind === 'back',
    isStarted: (_, params: { ending: LaunchEnding }) => params.ending.kind === 'started',
    isKept: (_, params: { ending: LaunchEnding }) => params.ending.kind === 'kept',
    isRefusedAt: (_, { ending, step }: { ending: LaunchEnding; step: TestStep }) =>
      ending.kind === 'refused' &&
      Object.keys(ending.problem.fields ?? {}).some((field) => stepOf(field) === step),
  },
}).createMachine({
  id: 'splitTestWizard',
  description: 'A new split test, from what it is about to its start.',
  context: ({ input }) => startOf({ ...input, place: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': [
      {
        guard: { type: 'isAnotherDraft', params: ({ event }) => ({ place: event.place }) },
        target: '.open',
        reenter: true,
        actions: [
          { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
          'startOver',
        ],
      },
      { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
    ],
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        target: '.open',
        reenter: true,
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'startOver',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
  },
  states: {
    starting: {
      description: 'The address has not said yet whether a draft is written on.',
      tags: 'busy',
      on: {
        'address.recalled': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      initial: 'recalling',
      invoke: {
        id: 'choices',
        src: 'choices',
        input: ({ context }) => ({ query: { project: context.query.project } }),
      },
      states: {
        before: {
          type: 'history',
          history: 'deep',
          description: 'Where the wizard was before it asked whether to leave.',
        },
        recalling: {
          description: 'The draft is being read, or what the browser kept of one.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'recallDraft',
            src: 'recallDraft',
            input: ({ context }) => ({
              project: context.query.project,
              id: idIn(context.place),
            }),
            onDone: [
              {
                guard: { type: 'isOffered', params: ({ event }) => ({ recalled: event.output }) },
                target: 'resuming',
                actions: {
                  type: 'keepRecalled',
                  params: ({ event }) => ({ recalled: event.output }),
                },
              },
              {
                target: 'deciding',
                actions: {
                  type: 'keepRecalled',
                  params: ({ event }) => ({ recalled: event.output }),
                },
              },
            ],
            onError: {
              target: 'unread',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unread: {
          description: 'The draft could not be read, or it is none any more.',
          tags: 'failed',
          on: { retry: 'recalling', leave: '#splitTestWizard.left' },
        },
        resuming: {
          description: 'An unfinished test is here: its author can go on or start over.',
          on: {
            'draft.resume': 'deciding',
            'draft.discard': { target: 'what', actions: ['startOver', 'forgetDraft'] },
            leave: '#splitTestWizard.left',
          },
        },
        deciding: {
          always: [
            { guard: { type: 'isAt', params: { step: 'variants' } }, target: 'variants' },
            { guard: { type: 'isAt', params: { step: 'goal' } }, target: 'goal' },
            { guard: { type: 'isAt', params: { step: 'traffic' } }, target: 'traffic' },
            { target: 'what' },
          ],
        },
        what: {
          description: 'What the test is about.',
          initial: 'editing',
          on: {
            'draft.change': {
              target: '.editing',
              actions: [
                { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                { type: 'rememberDraft', params: { at: 'what' } },
              ],
            },
            next: [
              { guard: { type: 'isComplete', params: { step: 'what' } }, target: 'variants' },
              { target: '.incomplete' },
            ],
            leave: '#splitTestWizard.leaving',
          },
          states: {
            editing: { description: 'The fields can be filled.' },
            incomplete: {
              description: 'What is missing is shown at its field, until the step is left.',
              on: {
                'draft.change': {
                  actions: [
                    { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                    { type: 'rememberDraft', params: { at: 'what' } },
                  ],
                },
              },
            },
            refused: {
              description: 'The server refused a field; the reason is there.',
              tags: 'failed',
            },
          },
        },
        variants: {
          description: 'What is compared, and with which shares.',
          entry: { type: 'rememberDraft', params: { at: 'variants' } },
          initial: 'editing',
          on: {
            'draft.change': {
              target: '.editing',
              actions: [
                { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                { type: 'rememberDraft', params: { at: 'variants' } },
              ],
            },
            next: [
              { guard: { type: 'isComplete', params: { step: 'variants' } }, target: 'goal' },
              { target: '.incomplete' },
            ],
            back: 'what',
            leave: '#splitTestWizard.leaving',
          },
          states: {
            editing: { description: 'The fields can be filled.' },
            incomplete: {
              description: 'What is missing is shown at its field, until the step is left.',
              on: {
                'draft.change': {
                  actions: [
                    { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                    { type: 'rememberDraft', params: { at: 'variants' } },
                  ],
                },
              },
            },
            refused: {
              description: 'The server refused a field; the reason is there.',
              tags: 'failed',
            },
          },
        },
        goal: {
          description: 'What decides, and what must not get worse.',
          entry: { type: 'rememberDraft', params: { at: 'goal' } },
          initial: 'editing',
          on: {
            'draft.change': {
              target: '.editing',
              actions: [
                { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                { type: 'rememberDraft', params: { at: 'goal' } },
              ],
            },
            next: [
              { guard: { type: 'isComplete', params: { step: 'goal' } }, target: 'traffic' },
              { target: '.incomplete' },
            ],
            back: 'variants',
            leave: '#splitTestWizard.leaving',
          },
          states: {
            editing: { description: 'The fields can be filled.' },
            incomplete: {
              description: 'What is missing is shown at its field, until the step is left.',
              on: {
                'draft.change': {
                  actions: [
                    { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                    { type: 'rememberDraft', params: { at: 'goal' } },
                  ],
                },
              },
            },
            refused: {
              description: 'The server refused a field; the reason is there.',
              tags: 'failed',
            },
          },
        },
        traffic: {
          description: 'How long the test takes with the traffic there is.',
          entry: { type: 'rememberDraft', params: { at: 'traffic' } },
          invoke: {
            id: 'power',
            src: 'power',
            input: ({ context }) => ({
              scope: { project: context.query.project },
              draft: context.draft,
            }),
          },
          initial: 'editing',
          on: {
            'draft.change': {
              target: '.editing',
              actions: [
                { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                { type: 'rememberDraft', params: { at: 'traffic' } },
                'queryPower',
              ],
            },
            next: [
              { guard: { type: 'isComplete', params: { step: 'traffic' } }, target: 'launching' },
              { target: '.incomplete' },
            ],
            back: 'goal',
            leave: '#splitTestWizard.leaving',
          },
          states: {
            editing: { description: 'The fields can be filled.' },
            incomplete: {
              description: 'What is missing is shown at its field, until the step is left.',
              on: {
                'draft.change': {
                  actions: [
                    { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                    { type: 'rememberDraft', params: { at: 'traffic' } },
                    'queryPower',
                  ],
                },
              },
            },
            refused: {
              description: 'The server refused the test; the reason is there.',
              tags: 'failed',
            },
          },
        },
        launching: {
          description: 'The draft is stored, checked and started by the actor `launch`.',
          entry: 'clearProblem',
          on: {
            'test.stored': {
              actions: [
                { type: 'keepStored', params: ({ event }) => ({ stored: event.stored }) },
                { type: 'rememberDraft', params: { at: 'traffic' } },
              ],
            },
            leave: '#splitTestWizard.leaving',
          },
          invoke: {
            id: 'launch',
            src: 'launch',
            input: ({ context: { query, draft, stored }, self }) => ({
              project: query.project,
              draft,
              stored,
              parent: self,
            }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => ({ ending: event.output }) },
                target: '#splitTestWizard.done',
                actions: [
                  'forgetDraft',
                  { type: 'showTest', params: ({ event }) => ({ id: idOf(event.output) }) },
                ],
              },
              {
                guard: { type: 'isKept', params: ({ event }) => ({ ending: event.output }) },
                target: '#splitTestWizard.done',
                actions: ['forgetDraft', 'showDrafts'],
              },
              {
                guard: { type: 'isBack', params: ({ event }) => ({ ending: event.output }) },
                target: 'traffic',
              },
              {
                guard: {
                  type: 'isRefusedAt',
                  params: ({ event }) => ({ ending: event.output, step: 'what' }),
                },
                target: 'what.refused',
                actions: { type: 'keepRefusal', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                guard: {
                  type: 'isRefusedAt',
                  params: ({ event }) => ({ ending: event.output, step: 'variants' }),
                },
                target: 'variants.refused',
                actions: { type: 'keepRefusal', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                guard: {
                  type: 'isRefusedAt',
                  params: ({ event }) => ({ ending: event.output, step: 'goal' }),
                },
                target: 'goal.refused',
                actions: { type: 'keepRefusal', params: ({ event }) => ({ ending: event.output }) },
              },
              {
                target: 'traffic.refused',
                actions: { type: 'keepRefusal', params: ({ event }) => ({ ending: event.output }) },
              },
            ],
            onError: {
              target: 'traffic.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    leaving: {
      description: 'The wizard asks whether the browser shall keep what was entered.',
      on: {
        stay: 'open.before',
        'draft.keep': 'left',
        'draft.discard': { target: 'left', actions: 'forgetDraft' },
      },
    },
    left: { description: 'The list of tests is being opened.', entry: 'showList' },
    done: { description: 'The test is stored; the next screen is being opened.' },
  },
});

export type SplitTestWizardActor = ActorRefFrom<typeof splitTestWizardMachine>;
export type SplitTestWizardSnapshot = SnapshotFrom<typeof splitTestWizardMachine>;

const startOf = ({
  query,
  member,
  place,
}: Pick<Context, 'query' | 'member' | 'place'>): Context => ({
  query,
  member,
  place,
  draft: emptyTestDraft,
  resumed: 'what',
  stored: null,
  problem: null,
});

const idIn = (place: SplitTestPlace | null): string | null => place?.params[draftParam] || null;

function idOf(ending: LaunchEnding): string {
  if (ending.kind === 'started' || ending.kind === 'kept') return ending.test.id;
  throw new Error('A test was shown that was not stored.');
}
