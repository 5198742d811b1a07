import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import { injected } from '../kit/injected.ts';

type Input = { project: number };
type Context = Input & { found: Project | null; name: string; problem: Problem | null };
type Event =
  | { type: 'retry' }
  | { type: 'deletion.start' }
  | { type: 'deletion.submit'; name: string }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.undo' };

/**
 * The server says whether the deletion is scheduled; it is read at the start, so that a reload finds the same state.
 */
export const projectDeletionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'writing';
    children: {
      readProject: 'readProject';
      deleteProject: 'deleteProject';
      restoreProject: 'restoreProject';
    };
  },
  actors: {
    readProject: injected<Project, { project: number }>('readProject'),
    deleteProject: injected<Project, { project: number; name: string }>('deleteProject'),
    restoreProject: injected<Project, { project: number }>('restoreProject'),
  },
  actions: {
    keepFound: assign({ found: (_, params: { found: Project }) => params.found, problem: null }),
    keepName: assign({ name: (_, params: { name: string }) => params.name }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    announce: () => {},
  },
  guards: {
    isScheduled: (_, params: { found: Project }) => (params.found.deletes_at ?? null) !== null,
  },
}).createMachine({
  id: 'projectDeletion',
  description:
    'The deletion of a project: confirmed by typing its name, then scheduled for seven days in which it can be undone.',
  context: ({ input }) => ({ ...input, found: null, name: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The project is loading.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readProject',
        src: 'readProject',
        input: ({ context }) => ({ project: context.project }),
        onDone: [
          {
            guard: { type: 'isScheduled', params: ({ event }) => ({ found: event.output }) },
            target: 'scheduled',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
          {
            target: 'idle',
            actions: { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'The project could not be loaded; it can be retried.',
      tags: 'failed',
      on: { retry: 'loading' },
    },
    idle: {
      description: 'No deletion is scheduled.',
      on: { 'deletion.start': { target: 'confirming', actions: 'clearProblem' } },
    },
    confirming: {
      description: "The user types the project's name; nothing has changed yet.",
      tags: 'writing',
      on: {
        'deletion.submit': {
          target: 'scheduling',
          actions: { type: 'keepName', params: ({ event }) => ({ name: event.name }) },
        },
        'deletion.cancel': 'idle',
      },
    },
    scheduling: {
      description: 'The deletion is being scheduled.',
      tags: ['busy', 'writing'],
      entry: 'clearProblem',
      invoke: {
        id: 'deleteProject',
        src: 'deleteProject',
        input: ({ context }) => ({ project: context.project, name: context.name }),
        onDone: {
          target: 'scheduled',
          actions: [
            { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            'announce',
          ],
        },
        onError: {
          target: 'confirming',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    scheduled: {
      description: 'The project will be deleted on the shown day, unless the deletion is undone.',
      on: { 'deletion.undo': 'restoring' },
    },
    restoring: {
      description: 'The deletion is being undone.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'restoreProject',
        src: 'restoreProject',
        input: ({ context }) => ({ project: context.project }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'keepFound', params: ({ event }) => ({ found: event.output }) },
            'announce',
          ],
        },
        onError: {
          target: 'restoreFailed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    restoreFailed: {
      description: 'The undo failed; the deletion is still scheduled.',
      tags: 'failed',
      on: { 'deletion.undo': 'restoring' },
    },
  },
});

export type ProjectDeletionActor = ActorRefFrom<typeof projectDeletionMachine>;
export type ProjectDeletionSnapshot = SnapshotFrom<typeof projectDeletionMachine>;
