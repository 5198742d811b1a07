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
 * Where somebody is in the app, and where they may be.
 *
 * The address says where a person wants to be, the audience says what is open to them. Only a change of
 * pathname after a page was shown counts as a change of page: not the first page, a detour, a query or a hash.
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
    reportEntry: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'page.entered', screen: screenOf(context) }),
    ),
    reportChange: sendTo(
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
  description: 'Where somebody is in the app, and where they may be.',
  context: ({ input }) => ({ ...input, page: null }),
  invoke: { id: 'location', src: 'location' },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'The address has not been reported yet.',
      on: {
        'location.changed': [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ place: event.place }) },
            target: 'detouring',
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
              'reportEntry',
            ],
          },
        ],
      },
    },
    detouring: {
      description: 'The address is not open to this person and is being changed to one that is.',
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
              'reportEntry',
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
              'reportChange',
            ],
          },
        ],
      },
    },
    showing: {
      description: 'The page of this address is on screen.',
      tags: 'showing',
      on: {
        'location.changed': [
          {
            guard: { type: 'isClosed', params: ({ event }) => ({ place: event.place }) },
            target: 'detouring',
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
              'reportChange',
            ],
          },
        ],
      },
    },
  },
});

export type NavigationSnapshot = SnapshotFrom<typeof navigationMachine>;

const screenOf = ({ page }: Context): Screen => page?.screen ?? 'missing';
