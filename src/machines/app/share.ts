import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { injected } from '../kit/injected.ts';

/** A link, and whether it is on the clipboard: a browser may refuse to put it there. */
export type Link = { address: string; isCopied: boolean };

type Context = {
  opening: ViewState;
  isPinned: boolean;
  address: string | null;
  problem: Problem | null;
};
type Event = { type: 'link.copy'; opening: ViewState; isPinned: boolean } | { type: 'link.close' };

/** Makes a link to a view and puts it on the clipboard, or shows it where that is not allowed. */
export const shareMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed';
    children: { copyLink: 'copyLink' };
  },
  actors: { copyLink: injected<Link, { opening: ViewState }>('copyLink') },
  actions: {
    keepOpening: assign({
      opening: (_, params: { opening: ViewState; isPinned: boolean }) => params.opening,
      isPinned: (_, params: { opening: ViewState; isPinned: boolean }) => params.isPinned,
      address: null,
      problem: null,
    }),
    keepAddress: assign({ address: (_, params: { address: string }) => params.address }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: { isCopied: (_, params: { link: Link }) => params.link.isCopied },
  delays: { noticeOver: 5_000 },
}).createMachine({
  id: 'share',
  description: 'A link to a view.',
  context: { opening: {}, isPinned: false, address: null, problem: null },
  initial: 'idle',
  on: {
    'link.copy': {
      target: '.copying',
      actions: {
        type: 'keepOpening',
        params: ({ event }) => ({ opening: event.opening, isPinned: event.isPinned }),
      },
    },
  },
  states: {
    idle: {
      description: 'No link was asked for.',
    },
    copying: {
      description: 'The link is being made.',
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
      description: 'The browser did not let it be copied; it can be copied by hand.',
      on: { 'link.close': 'idle' },
    },
    failed: {
      description: 'No link can carry this view.',
      tags: 'failed',
      on: { 'link.close': 'idle' },
    },
  },
});

export type ShareActor = ActorRefFrom<typeof shareMachine>;
export type ShareSnapshot = SnapshotFrom<typeof shareMachine>;
