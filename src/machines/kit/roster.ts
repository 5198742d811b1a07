import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from './injected.ts';

type Input = {
  /** Whose list it is: the id of a project or of a person. */
  subject: number;
};
type Context<Data, Draft, Act, Shown> = Input & {
  data: Data | null;
  /** What the open form began with, or what was last sent of it. */
  draft: Draft | null;
  act: Act | null;
  shown: Shown | null;
  problem: Problem | null;
};
type Event<Draft, Act> =
  | { type: 'retry' }
  | { type: 'network.returned' }
  | { type: 'entry.open'; draft: Draft }
  | { type: 'entry.save'; draft: Draft }
  | { type: 'entry.cancel' }
  | { type: 'act.ask'; act: Act }
  | { type: 'act.take'; act: Act }
  | { type: 'act.confirm' }
  | { type: 'act.cancel' }
  | { type: 'shown.dismiss' }
  | { type: 'problem.dismiss' };

/**
 * A list of a settings page with a form to add or change an entry and acts upon its entries: colleagues, projects,
 * tokens, sessions.
 *
 * What cannot be taken back is asked about first. What the server tells only once, a link or a secret, is a state of
 * its own that only the person leaves. After each change the list is read anew, so it never shows a guess; what the
 * server refused stays in the form.
 */
export const rosterOf = <Data, Draft, Act, Shown>() =>
  setup({
    types: {} as {
      context: Context<Data, Draft, Act, Shown>;
      events: Event<Draft, Act>;
      input: Input;
      tags: 'busy' | 'failed' | 'showing' | 'writing';
      children: {
        readEntries: 'readEntries';
        saveEntry: 'saveEntry';
        takeAct: 'takeAct';
        network: 'network';
      };
    },
    actors: {
      readEntries: injected<Data, Input>('readEntries'),
      saveEntry: injected<Shown | null, Input & { draft: Draft }>('saveEntry'),
      takeAct: injected<Shown | null, Input & { act: Act }>('takeAct'),
      network: optionalListener<Recovery>(),
    },
    actions: {
      keepData: assign({ data: (_, params: { data: Data }) => params.data, problem: null }),
      keepDraft: assign({ draft: (_, params: { draft: Draft }) => params.draft }),
      keepAct: assign({ act: (_, params: { act: Act }) => params.act }),
      keepShown: assign({ shown: (_, params: { shown: Shown | null }) => params.shown }),
      forgetShown: assign({ shown: null }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      announce: () => {},
    },
    guards: {
      isToShow: (_, params: { shown: Shown | null }) => params.shown !== null,
    },
  }).createMachine({
    id: 'roster',
    description: 'A list of a settings page, its form and what is done with its entries.',
    context: ({ input }) => startOf(input),
    invoke: { id: 'network', src: 'network' },
    initial: 'loading',
    states: {
      loading: {
        description: 'The list is on its way.',
        tags: 'busy',
        entry: 'clearProblem',
        invoke: {
          id: 'readEntries',
          src: 'readEntries',
          input: ({ context }) => ({ subject: context.subject }),
          onDone: {
            target: 'ready',
            actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      failed: {
        description: 'There is nothing to show, and a reason why.',
        tags: 'failed',
        on: { retry: 'loading', 'network.returned': 'loading' },
      },
      ready: {
        description: 'The list is on screen.',
        tags: 'showing',
        initial: 'resting',
        states: {
          resting: {
            description: 'No form and no question is open.',
            initial: 'idle',
            on: {
              'entry.open': {
                target: 'writing',
                actions: [
                  { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
                  'clearProblem',
                ],
              },
              'act.ask': {
                target: 'confirming',
                actions: { type: 'keepAct', params: ({ event }) => ({ act: event.act }) },
              },
              'act.take': {
                target: 'acting',
                actions: { type: 'keepAct', params: ({ event }) => ({ act: event.act }) },
              },
            },
            states: {
              idle: {
                description: 'It is as it was read.',
                entry: 'clearProblem',
                on: { 'network.returned': 'rereading' },
              },
              rereading: {
                description: 'The list stays on screen until it is known anew.',
                invoke: {
                  id: 'readEntries',
                  src: 'readEntries',
                  input: ({ context }) => ({ subject: context.subject }),
                  onDone: {
                    target: 'idle',
                    actions: { type: 'keepData', params: ({ event }) => ({ data: event.output }) },
                  },
                  onError: {
                    target: 'stale',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ error: event.error }),
                    },
                  },
                },
              },
              stale: {
                description: 'The list is from before: it could not be read again.',
                tags: 'failed',
                on: { retry: 'rereading', 'network.returned': 'rereading' },
              },
              refused: {
                description: 'The list is as it was; the server said why.',
                tags: 'failed',
                on: { 'problem.dismiss': 'idle' },
              },
            },
          },
          writing: {
            description: 'An entry is described: a new one, or one that is there.',
            tags: 'writing',
            on: {
              'entry.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
              'entry.cancel': 'resting',
            },
          },
          saving: {
            description: 'The entry is being saved.',
            tags: ['busy', 'writing'],
            on: { 'entry.cancel': 'resting.rereading' },
            invoke: {
              id: 'saveEntry',
              src: 'saveEntry',
              input: ({ context }) => ({ subject: context.subject, draft: draftOf(context) }),
              onDone: [
                {
                  guard: { type: 'isToShow', params: ({ event }) => ({ shown: event.output }) },
                  target: 'shown',
                  actions: [
                    { type: 'keepShown', params: ({ event }) => ({ shown: event.output }) },
                    'announce',
                  ],
                },
                { target: 'resting.rereading', actions: 'announce' },
              ],
              onError: {
                target: 'writing',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          shown: {
            description: 'What the server tells once is on screen until the person has taken it.',
            exit: 'forgetShown',
            on: { 'shown.dismiss': 'resting.rereading' },
          },
          confirming: {
            description: 'What an act would do is said; nothing has happened yet.',
            on: { 'act.confirm': 'acting', 'act.cancel': 'resting' },
          },
          acting: {
            description: 'What was asked for is being done.',
            tags: 'busy',
            invoke: {
              id: 'takeAct',
              src: 'takeAct',
              input: ({ context }) => ({ subject: context.subject, act: actOf(context) }),
              onDone: [
                {
                  guard: { type: 'isToShow', params: ({ event }) => ({ shown: event.output }) },
                  target: 'shown',
                  actions: [
                    { type: 'keepShown', params: ({ event }) => ({ shown: event.output }) },
                    'announce',
                  ],
                },
                { target: 'resting.rereading', actions: 'announce' },
              ],
              onError: {
                target: 'resting.refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
        },
      },
    },
  });

export type RosterMachine<Data, Draft, Act, Shown> = ReturnType<
  typeof rosterOf<Data, Draft, Act, Shown>
>;
export type RosterActor<Data, Draft, Act, Shown> = ActorRefFrom<
  RosterMachine<Data, Draft, Act, Shown>
>;
export type RosterSnapshot<Data, Draft, Act, Shown> = SnapshotFrom<
  RosterMachine<Data, Draft, Act, Shown>
>;

const startOf = ({ subject }: Input) => ({
  subject,
  data: null,
  draft: null,
  act: null,
  shown: null,
  problem: null,
});

function draftOf<Draft>({ draft }: { draft: Draft | null }): Draft {
  if (draft !== null) return draft;
  throw new Error('A form was saved that was not opened.');
}

function actOf<Act>({ act }: { act: Act | null }): Act {
  if (act !== null) return act;
  throw new Error('An act was taken that nobody asked for.');
}
