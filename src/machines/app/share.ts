import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { injected } from '../kit/injected.ts';

/** A link, and whether the browser allowed to copy it. */
export type CopiedLink = { address: string; isCopied: boolean };

type Context = {
  opening: ViewState;
  isFrozen: boolean;
  address: string | null;
  problem: Problem | null;
};
type Event = { type: 'link.copy'; opening: ViewState; isFrozen: boolean } | { type: 'link.close' };

export const shareMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed';
    children: { copyLink: 'copyLink' };
  },
  actors: { copyLink: injected<CopiedLink, { opening: ViewState }>('copyLink') },
  actions: {
    keepOpening: assign({
      opening: (_, params: { opening: ViewState; isFrozen: boolean }) => params.opening,
      isFrozen: (_, params: { opening: ViewState; isFrozen: boolean }) => params.isFrozen,
      address: null,
      problem: null,
    }),
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: { isCopied: (_, params: { link: CopiedLink }) => params.link.isCopied },
  delays: { noticeOver: 5_000 },
}).createMachine({
  id: 'share',
  description:
    'A link to the current view: it is copied, or shown when the browser forbids copying.',
  context: { opening: {}, isFrozen: false, address: null, problem: null },
  initial: 'idle',
  on: {
    'link.copy': {
      target: '.copying',
      actions: {
        type: 'keepOpening',
        params: ({ event }) => ({ opening: event.opening, isFrozen: event.isFrozen }),
      },
    },
  },
  states: {
    idle: {
      description: 'No link was requested.',
    },
    copying: {
      description: 'The link is being created and copied.',
      tags: 'busy',
      invoke: {
        id: 'copyLink',
        src: 'copyLink',
        input: ({ context }) => ({ opening: context.opening }),
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => ({ link: event.output }) },
            target: 'copied',
          },
          {
            target: 'shown',
            actions: {
              type: 'keepAddress',
              params: ({ event }) => ({ address: event.output.address }),
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    copied: {
      description: 'The link is on the clipboard.',
      after: { noticeOver: 'idle' },
      on: { 'link.close': 'idle' },
    },
    shown: {
      description: 'The browser forbids copying; the link is shown.',
      on: { 'link.close': 'idle' },
    },
    failed: {
      description: 'The view does not fit into a link.',
      tags: 'failed',
      on: { 'link.close': 'idle' },
    },
  },
});

export type ShareActor = ActorRefFrom<typeof shareMachine>;
export type ShareSnapshot = SnapshotFrom<typeof shareMachine>;
