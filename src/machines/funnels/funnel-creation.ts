import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { CreatedFunnel, WizardDraft } from '#model/funnel-wizard.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

/** What the server has of the draft has changed. */
export type DraftStoredEvent = { type: 'draft.stored'; created: CreatedFunnel | null };

/** `theirs` is the created funnel as it is stored now, if publishing was refused because another member changed it. */
export type CreationEnding = { published: Funnel } | { problem: Problem; theirs: Funnel | null };

type Input = {
  project: number;
  draft: WizardDraft;
  created: CreatedFunnel | null;
  parent: Parent<DraftStoredEvent>;
};
type Context = Input & {
  published: Funnel | null;
  theirs: Funnel | null;
  problem: Problem | null;
};

/**
 * Creates the funnel of a draft and publishes it. A funnel that was created before is changed instead, unless it is
 * gone.
 */
export const funnelCreationMachine = setup({
  types: {} as {
    context: Context;
    input: Input;
    output: CreationEnding;
    children: {
      saveFunnel: 'saveFunnel';
      publishFunnel: 'publishFunnel';
      readFunnel: 'readFunnel';
    };
  },
  actors: {
    saveFunnel: injected<
      Funnel,
      { project: number; draft: WizardDraft; created: CreatedFunnel | null }
    >('saveFunnel'),
    publishFunnel: injected<Funnel, { funnel: FunnelScope & { version: number } }>('publishFunnel'),
    readFunnel: injected<Funnel, { scope: FunnelScope }>('readFunnel'),
  },
  actions: {
    keepCreated: assign({
      created: (_, { funnel: { slug, version } }: { funnel: Funnel }) => ({ slug, version }),
    }),
    forgetCreated: assign({ created: null }),
    keepPublished: assign({ published: (_, params: { funnel: Funnel }) => params.funnel }),
    keepTheirs: assign({ theirs: (_, params: { funnel: Funnel }) => params.funnel }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      ({ context: { created } }) => ({ type: 'draft.stored' as const, created }),
    ),
  },
  guards: {
    isGone: ({ context: { created } }, params: { error: unknown }) =>
      created !== null && problemFrom(params.error).kind === 'missing',
    isChangedElsewhere: ({ context: { created } }, params: { error: unknown }) =>
      created !== null && problemFrom(params.error).kind === 'conflict',
  },
}).createMachine({
  id: 'funnelCreation',
  description: 'Creates the funnel of a draft and publishes it.',
  context: ({ input }) => ({ ...input, published: null, theirs: null, problem: null }),
  initial: 'saving',
  output: ({ context }) => endingOf(context),
  states: {
    saving: {
      description: 'The funnel is being created, or changed if it was created before.',
      invoke: {
        id: 'saveFunnel',
        src: 'saveFunnel',
        input: ({ context: { project, draft, created } }) => ({ project, draft, created }),
        onDone: {
          target: 'publishing',
          actions: [
            { type: 'keepCreated', params: ({ event }) => ({ funnel: event.output }) },
            'notifyParent',
          ],
        },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) },
            target: 'saving',
            reenter: true,
            actions: ['forgetCreated', 'notifyParent'],
          },
          {
            guard: { type: 'isChangedElsewhere', params: ({ event }) => ({ error: event.error }) },
            target: 'comparing',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'ended',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    publishing: {
      description: 'The funnel is being published.',
      invoke: {
        id: 'publishFunnel',
        src: 'publishFunnel',
        input: ({ context }) => ({ funnel: createdOf(context) }),
        onDone: {
          target: 'ended',
          actions: { type: 'keepPublished', params: ({ event }) => ({ funnel: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isChangedElsewhere', params: ({ event }) => ({ error: event.error }) },
            target: 'comparing',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'ended',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    comparing: {
      description: 'The stored funnel was changed elsewhere: that version is being read.',
      invoke: {
        id: 'readFunnel',
        src: 'readFunnel',
        input: ({ context }) => ({ scope: createdOf(context) }),
        onDone: {
          target: 'ended',
          actions: [
            { type: 'keepCreated', params: ({ event }) => ({ funnel: event.output }) },
            { type: 'keepTheirs', params: ({ event }) => ({ funnel: event.output }) },
            'notifyParent',
          ],
        },
        onError: {
          target: 'ended',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ended: { type: 'final' },
  },
});

export type FunnelCreationActor = ActorRefFrom<typeof funnelCreationMachine>;
export type FunnelCreationSnapshot = SnapshotFrom<typeof funnelCreationMachine>;

function createdOf({ project, created }: Context): FunnelScope & CreatedFunnel {
  if (created) return { project, ...created };
  throw new Error('A funnel was published before it was created.');
}

function endingOf({ published, problem, theirs }: Context): CreationEnding {
  if (published) return { published };
  if (problem) return { problem, theirs };
  throw new Error('A creation ended without a result.');
}
