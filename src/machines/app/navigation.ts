import { assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { injectedListener } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';
import {
  type Audience,
  detourFor,
  type Page,
  type Place,
  pageAt,
  type Scroll,
  scrollFor,
} from './routes.ts';
import type { Screen } from './screens.ts';

type Input = {
  audience: Audience;
  parent: Parent<
    { type: 'page.entered'; screen: Screen } | { type: 'page.changed'; screen: Screen }
  >;
};
type Context = Input & { page: Page | null };
type Event = { type: 'location.changed'; place: Place };

/**
 * The address says which page the user wants, the audience says which pages are open to them. Only a change of the
 * pathname after the first page counts as a change of page; a redirect, a query or a hash does not.
 */
export const navigationMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'showing';
    children: { location: 'location' };
  },
  actors: { location: injectedListener<{ type: 'location.changed'; place: Place }>('location') },
  actions: {
    keepPage: assign({ page: (_, params: { place: Place }) => pageAt(params.place) }),
    detour: (_, _params: { place: Place; audience: Audience }) => {},
    scroll: (_, _params: { scroll: Scroll | null }) => {},
    notifyEntered: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'page.entered', screen: screenOf(context) }),
    ),
    notifyChanged: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'page.changed', screen: screenOf(context) }),
    ),
  },
  guards: {
    isClosed: ({ context }, params: { place: Place }) =>
      detourFor(params.place, context.audience) !== null,
    isFirstPage: ({ context }) => context.page === null,
    isSamePage: ({ context }, params: { place: Place }) =>
      context.page?.path === pageAt(params.place).path,
  },
}).createMachine({
  id: 'navigation',
  description: 'The page that the app shows, and the redirects between pages.',
  context: ({ input }) => ({ ...input, page: null }),
  invoke: { id: 'location', src: 'location' },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'The location has not been reported yet.',
      on: {
        'location.changed': [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ place: event.place }) },
            target: 'redirecting',
            actions: {
              type: 'detour',
              params: ({ context, event }) => ({ place: event.place, audience: context.audience }),
            },
          },
          {
            target: 'showing',
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
              'notifyEntered',
            ],
          },
        ],
      },
    },
    redirecting: {
      description: 'The page is not open to this user, so the address is being replaced.',
      on: {
        'location.changed': [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ place: event.place }) },
            actions: {
              type: 'detour',
              params: ({ context, event }) => ({ place: event.place, audience: context.audience }),
            },
          },
          {
            guard: 'isFirstPage',
            target: 'showing',
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
              'notifyEntered',
            ],
          },
          {
            guard: { type: 'isSamePage', params: ({ event }) => ({ place: event.place }) },
            target: 'showing',
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
            ],
          },
          {
            target: 'showing',
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
              'notifyChanged',
            ],
          },
        ],
      },
    },
    showing: {
      description: 'The page of the address is on screen.',
      tags: 'showing',
      on: {
        'location.changed': [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ place: event.place }) },
            target: 'redirecting',
            actions: {
              type: 'detour',
              params: ({ context, event }) => ({ place: event.place, audience: context.audience }),
            },
          },
          {
            guard: { type: 'isSamePage', params: ({ event }) => ({ place: event.place }) },
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
            ],
          },
          {
            actions: [
              {
                type: 'scroll',
                params: ({ context, event }) => ({ scroll: scrollFor(context.page, event.place) }),
              },
              { type: 'keepPage', params: ({ event }) => ({ place: event.place }) },
              'notifyChanged',
            ],
          },
        ],
      },
    },
  },
});

export type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>;

const screenOf = ({ page }: Context): Screen => page?.screen ?? 'missing';
