import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';

type Input<Scope, Draft> = { scope: Scope; draft: Draft };
type Context<Scope, Draft, Preview> = Input<Scope, Draft> & {
  /** The preview of the last draft that had one; older than the draft until the state is `shown`. */
  preview: Preview | null;
  problem: Problem | null;
};
type Event<Draft> = { type: 'draft.change'; draft: Draft } | RecoveryEvent;

/**
 * What an unsaved draft would mean, read again after its changes. It waits for a pause in typing, and a newer draft
 * aborts the request of an older one. Saving never waits for it.
 */
export const previewOf = <Scope, Draft, Preview>() =>
  setup({
    types: {} as {
      context: Context<Scope, Draft, Preview>;
      events: Event<Draft>;
      input: Input<Scope, Draft>;
      tags: 'busy' | 'failed' | 'showing';
      children: { readPreview: 'readPreview'; network: 'network' };
    },
    actors: {
      readPreview: injected<Preview, Input<Scope, Draft>>('readPreview'),
      network: optionalListener<RecoveryEvent>(),
    },
    actions: {
      keepDraft: assign({ draft: (_, params: { draft: Draft }) => params.draft }),
      keepPreview: assign({ preview: (_, params: { preview: Preview }) => params.preview }),
      clearPreview: assign({ preview: null }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
    },
    guards: {
      /** Each preview provides its own, to leave out drafts that the server would refuse. */
      isReadable: (_, _params: { draft: Draft }) => true,
    },
    delays: { typingRests: 400 },
  }).createMachine({
    id: 'preview',
    description: 'What an unsaved draft would mean, read again after its changes.',
    context: ({ input }) => ({ ...input, preview: null, problem: null }),
    invoke: { id: 'network', src: 'network' },
    initial: 'deciding',
    on: {
      'draft.change': {
        target: '.deciding',
        actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
      },
    },
    states: {
      deciding: {
        entry: 'clearProblem',
        always: [
          {
            guard: { type: 'isReadable', params: ({ context }) => ({ draft: context.draft }) },
            target: 'resting',
          },
          { target: 'unreadable', actions: 'clearPreview' },
        ],
      },
      unreadable: { description: 'The draft is not complete enough for a preview.' },
      resting: {
        description: 'The preview is read as soon as the typing rests.',
        tags: 'busy',
        after: { typingRests: 'reading' },
      },
      reading: {
        description: 'The preview of the draft is being read.',
        tags: 'busy',
        invoke: {
          id: 'readPreview',
          src: 'readPreview',
          input: ({ context }) => ({ scope: context.scope, draft: context.draft }),
          onDone: {
            target: 'shown',
            actions: { type: 'keepPreview', params: ({ event }) => ({ preview: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      shown: { description: 'The preview is that of the draft.', tags: 'showing' },
      failed: {
        description: 'The preview could not be read; the draft can be saved all the same.',
        tags: 'failed',
        on: {
          retry: { target: 'reading', actions: 'clearProblem' },
          'network.returned': { target: 'reading', actions: 'clearProblem' },
        },
      },
    },
  });

export type PreviewMachine<Scope, Draft, Preview> = ReturnType<
  typeof previewOf<Scope, Draft, Preview>
>;
export type PreviewActor<Scope, Draft, Preview> = ActorRefFrom<
  PreviewMachine<Scope, Draft, Preview>
>;
export type PreviewSnapshot<Scope, Draft, Preview> = SnapshotFrom<
  PreviewMachine<Scope, Draft, Preview>
>;
