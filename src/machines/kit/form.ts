import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from './injected.ts';

type Input = {
  /** The id of the project or the person that it is about. */
  subject: number;
};
type Context<Entity, Draft> = Input & {
  entity: Entity | null;
  draft: Draft | null;
  problem: Problem | null;
};
type Event<Draft> = { type: 'retry' } | { type: 'form.save'; draft: Draft };

/**
 * One page of settings: read, changed as a whole, saved.
 *
 * The form stays on screen in every state of `ready`, so that what was typed is never lost; what was saved is said
 * for a moment, and what was refused until the next attempt.
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
    delays: { saidFor: 6_000 },
  }).createMachine({
    id: 'form',
    description: 'One page of settings: read, changed as a whole, saved.',
    context: ({ input }) => ({ ...input, entity: null, draft: null, problem: null }),
    initial: 'loading',
    states: {
      loading: {
        description: 'What can be changed is on its way.',
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
        description: 'There is nothing to change, and a reason why.',
        tags: 'failed',
        on: { retry: 'loading' },
      },
      ready: {
        description: 'The form is on screen.',
        tags: 'showing',
        initial: 'editing',
        states: {
          editing: {
            description: 'It can be changed and saved.',
            on: {
              'form.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            },
          },
          saving: {
            description: 'It is being saved.',
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
            description: 'It is said that everything is stored.',
            after: { saidFor: 'editing' },
            on: {
              'form.save': {
                target: 'saving',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            },
          },
          refused: {
            description: 'Nothing was stored; the form is as it was, with what the server said.',
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
  throw new Error('A form was saved without answers.');
}
