import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import { injected } from '../kit/injected.ts';

type Input = { project: number };
type Context = Input & { found: Project | null; name: string; problem: Problem | null };
type Event =
  | { type: 'retry' }
  | { type: 'deletion.ask' }
  | { type: 'deletion.submit'; name: string }
  | { type: 'deletion.cancel' }
  | { type: 'deletion.undo' };

/**
 * The end of a project: asked for by its name, then seven days in which it can be taken back.
 *
 * Whether it is scheduled is the server's word, read at the start, so that a reload finds the same state.
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
  description: 'The end of a project, and its way back.',
  context: ({ input }) => ({ ...input, found: null, name: '', problem: null }),
  initial: 'loading',
  states: {
    loading: {
      description: 'The project is on its way.',
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
      description: 'The project could not be read; it can be asked for again.',
      tags: 'failed',
      on: { retry: 'loading' },
    },
    idle: {
      description: 'The project stays; its deletion can be asked for.',
      on: { 'deletion.ask': { target: 'confirming', actions: 'clearProblem' } },
    },
    confirming: {
      description: 'The name is typed; nothing has happened yet.',
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
      description: 'The deletion is being set.',
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
      description: 'It will be gone on a day that is named, unless somebody takes it back.',
      on: { 'deletion.undo': 'restoring' },
    },
    restoring: {
      description: 'The deletion is being taken back.',
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
          target: 'unrestored',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    unrestored: {
      description: 'It is still to be deleted: taking it back did not work.',
      tags: 'failed',
      on: { 'deletion.undo': 'restoring' },
    },
  },
});

export type ProjectDeletionActor = ActorRefFrom<typeof projectDeletionMachine>;
export type ProjectDeletionSnapshot = SnapshotFrom<typeof projectDeletionMachine>;
