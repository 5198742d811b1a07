import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { problemFrom } from '#contract/problem.ts';
import { injected, optionalListener } from '../kit/injected.ts';

type Context = {
  /** The paths this browser tab was reloaded at a moment ago. */
  reloaded: string[];
  /** Where a part is missing now. */
  path: string | null;
};
type Event = { type: 'chunk.failed'; path: string } | { type: 'reload' };

/**
 * What happens when a part of the app cannot be loaded: after a deploy the page that is open asks for parts that
 * are gone, and a reload brings the new ones.
 *
 * Without a server there is nothing to reload, and the page stays as it is.
 * A path is reloaded once in ten seconds; a second failure is shown to the person. The time is counted by the page
 * that follows the reload, so no clock that is put right can make it reload for ever.
 */
export const reloadGuardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'failed';
    children: { chunks: 'chunks'; recallReloads: 'recallReloads'; reload: 'reload' };
  },
  actors: {
    chunks: optionalListener<{ type: 'chunk.failed'; path: string }>(),
    recallReloads: injected<string[], void>('recallReloads'),
    reload: injected<void, { paths: string[] }>('reload'),
  },
  actions: {
    keepReloads: assign({ reloaded: (_, params: { paths: string[] }) => params.paths }),
    keepPath: assign({ path: (_, params: { path: string }) => params.path }),
    clearReloads: assign({ reloaded: [] }),
    forgetReloads: () => {},
    reloadPage: () => {},
  },
  guards: {
    isAfterReload: ({ context }) => context.reloaded.length > 0,
    isUnreachable: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'offline',
    wasReloaded: ({ context }, params: { path: string }) => context.reloaded.includes(params.path),
  },
  delays: { reloadAgainAfter: 10_000 },
}).createMachine({
  id: 'reloadGuard',
  description: 'What happens when a part of the app cannot be loaded.',
  context: { reloaded: [], path: null },
  invoke: { id: 'chunks', src: 'chunks' },
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Reading whether this page follows a reload.',
      invoke: {
        id: 'recallReloads',
        src: 'recallReloads',
        onDone: {
          target: 'deciding',
          actions: { type: 'keepReloads', params: ({ event }) => ({ paths: event.output }) },
        },
        onError: 'deciding',
      },
    },
    deciding: {
      always: [{ guard: 'isAfterReload', target: 'recovered' }, { target: 'watching' }],
    },
    recovered: {
      description: 'The page was reloaded a moment ago: the same path is not reloaded again.',
      on: {
        'chunk.failed': [
          {
            guard: { type: 'wasReloaded', params: ({ event }) => ({ path: event.path }) },
            target: 'outdated',
          },
          {
            target: 'reloading',
            actions: { type: 'keepPath', params: ({ event }) => ({ path: event.path }) },
          },
        ],
      },
      after: {
        reloadAgainAfter: { target: 'watching', actions: ['clearReloads', 'forgetReloads'] },
      },
    },
    watching: {
      description: 'Every part came so far.',
      on: {
        'chunk.failed': {
          target: 'reloading',
          actions: { type: 'keepPath', params: ({ event }) => ({ path: event.path }) },
        },
      },
    },
    reloading: {
      description: 'The reload is noted down where the next page finds it; then the page reloads.',
      invoke: {
        id: 'reload',
        src: 'reload',
        input: ({ context }) => ({ paths: pathsOf(context) }),
        onError: [
          {
            guard: { type: 'isUnreachable', params: ({ event }) => ({ error: event.error }) },
            target: 'deciding',
          },
          { target: 'outdated' },
        ],
      },
    },
    outdated: {
      description: 'A part is missing and a reload did not help, or could not be noted down.',
      tags: 'failed',
      on: { reload: { actions: 'reloadPage' } },
    },
  },
});

export type ReloadGuardActor = ActorRefFrom<typeof reloadGuardMachine>;
export type ReloadGuardSnapshot = SnapshotFrom<typeof reloadGuardMachine>;

const pathsOf = ({ reloaded, path }: Context): string[] =>
  path === null ? reloaded : [...reloaded, path];
