import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { problemFrom } from '#contract/problem.ts';
import { injected, optionalListener } from '../kit/injected.ts';

type Context = {
  /** The paths at which this tab was just reloaded. */
  reloaded: string[];
  /** The path at which a chunk failed to load. */
  path: string | null;
};
type Event = { type: 'chunk.failed'; path: string } | { type: 'reload' };

/**
 * After a deployment, an open page requests chunks that no longer exist; a reload loads the new ones.
 *
 * Without a server the page is not reloaded. A path is reloaded once in ten seconds; a second failure is shown to the
 * user. The page after the reload counts the time with a timer, so a changed system clock cannot cause endless reloads.
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
  description: 'What happens when a chunk of the app fails to load.',
  context: { reloaded: [], path: null },
  invoke: { id: 'chunks', src: 'chunks' },
  initial: 'recalling',
  states: {
    recalling: {
      description: 'Reading whether the page was just reloaded.',
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
      description: 'The page was just reloaded; the same path is not reloaded again.',
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
      description: 'Every chunk has loaded so far.',
      on: {
        'chunk.failed': {
          target: 'reloading',
          actions: { type: 'keepPath', params: ({ event }) => ({ path: event.path }) },
        },
      },
    },
    reloading: {
      description: 'The reload is noted for the next page, then the page reloads.',
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
      description: 'A chunk is missing, and a reload did not help or could not be noted.',
      tags: 'failed',
      on: { reload: { actions: 'reloadPage' } },
    },
  },
});

export type ReloadGuardActor = ActorRefFrom<typeof reloadGuardMachine>;
export type ReloadGuardSnapshot = SnapshotFrom<typeof reloadGuardMachine>;

const pathsOf = ({ reloaded, path }: Context): string[] =>
  path === null ? reloaded : [...reloaded, path];
