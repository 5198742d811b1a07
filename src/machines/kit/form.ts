import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from './injected.ts';

type Input = {
  /** The id of the project or the user whose settings these are. */
  subject: number;
};
type Context<Entity, Draft> = Input & {
  entity: Entity | null;
  draft: Draft | null;
  problem: Problem | null;
};
type Event<Draft> = { type: 'retry' } | { type: 'form.save'; draft: Draft };

/**
 * A page of settings that is read, changed and saved as a whole.
 *
 * The form stays on screen in every state of `ready`, so that typed values are never lost. A notice confirms a save for
 * a moment; the reason of a refused save stays until the next attempt.
 */
export const formOf = <Entity, Draft>() =>
  setup({
    types: {} as {
      context: Context<Entity, Draft>;
      events: Event<Draft>;
      input: Input;
      tags: 'busy' | 'failed' | 'showing';
      children: { readEntity: 'readEntity'; saveEntity: 'saveEntity' };
    },
    actors: {
      readEntity: injected<Entity, Input>('readEntity'),
      saveEntity: injected<Entity, Input & { draft: Draft }>('saveEntity'),
    },
    actions: {
      keepEntity: assign({ entity: (_, params: { entity: Entity }) => params.entity }),
      keepDraft: assign({ draft: (_, params: { draft: Draft }) => params.draft }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      announce: () => {},
    },
    delays: { noticeFor: 6_000 },
  }).createMachine({
    id: 'form',
    description: 'A page of settings that is read, changed and saved as a whole.',
    context: ({ input }) => ({ ...input, entity: null, draft: null, problem: null }),
    initial: 'loading',
    states: {
      loading: {
        description: 'The values are being read.',
        tags: 'busy',
        entry: 'clearProblem',
        invoke: {
          id: 'readEntity',
          src: 'readEntity',
          input: ({ context }) => ({ subject: context.subject }),
          onDone: {
            target: 'ready',
            actions: { type: 'keepEntity', params: ({ event }) => ({ entity: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      failed: {
        description: 'The values could not be read; the reason is on screen.',
        tags: 'failed',
        on: { retry: 'loading' },
      },
      ready: {
        description: 'The form is on screen.',
        tags: 'showing',
        initial: 'editing',
        states: {
          editing: {
            description: 'The user can change the values and save them.',
            on: {
              'form.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            },
          },
          saving: {
            description: 'The values are being saved.',
            tags: 'busy',
            entry: 'clearProblem',
            invoke: {
              id: 'saveEntity',
              src: 'saveEntity',
              input: ({ context }) => ({ subject: context.subject, draft: draftOf(context) }),
              onDone: {
                target: 'saved',
                actions: [
                  { type: 'keepEntity', params: ({ event }) => ({ entity: event.output }) },
                  'announce',
                ],
              },
              onError: {
                target: 'refused',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          saved: {
            description: 'A notice confirms that the values were saved.',
            after: { noticeFor: 'editing' },
            on: {
              'form.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            },
          },
          refused: {
            description: 'The values were refused; the form keeps them and shows the reason.',
            tags: 'failed',
            on: {
              'form.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            },
          },
        },
      },
    },
  });

export type FormMachine<Entity, Draft> = ReturnType<typeof formOf<Entity, Draft>>;
export type FormActor<Entity, Draft> = ActorRefFrom<FormMachine<Entity, Draft>>;
export type FormSnapshot<Entity, Draft> = SnapshotFrom<FormMachine<Entity, Draft>>;

function draftOf<Draft>({ draft }: { draft: Draft | null }): Draft {
  if (draft !== null) return draft;
  throw new Error('A form was saved without values.');
}
