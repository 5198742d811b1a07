import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Query } from '#model/query.ts';
import { eventPixelsMachine } from '../event-pixels/event-pixels.ts';
import { injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { masterPixelsMachine } from '../master-pixels/master-pixels.ts';
import { pixelExecutedMachine } from '../master-pixels/pixel-executed.ts';
import { pixelInstallMachine } from '../master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '../master-pixels/pixel-stream.ts';
import { orderTestMachine } from './order-test.ts';
import { linkTestMachine, trackingLinksMachine } from './tracking-links.ts';

/** The part of the screen in the address; the id is the pixel to install or the affiliate of the links. */
export type PixelsRecalledEvent = {
  type: 'pixels.recalled';
  part: 'masters' | 'install' | 'events' | 'links';
  id: number | null;
};
type Recalled = Omit<PixelsRecalledEvent, 'type'>;
type Context = {
  query: Query;
  member: Session;
  install: number;
  /** The affiliate whose link is shown; null for the first one. */
  linked: number | null;
};
type Event = PixelsRecalledEvent | ScreenEvent | { type: 'affiliate.choose'; affiliate: number };

/** Each part is a state that invokes its machines, so leaving a part aborts its requests and closes its stream. */
export const pixelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    tags: 'busy';
    children: {
      address: 'address';
      masterPixels: 'masterPixels';
      stream: 'stream';
      orderTest: 'orderTest';
      pixelExecuted: 'pixelExecuted';
      pixelInstall: 'pixelInstall';
      eventPixels: 'eventPixels';
      trackingLinks: 'trackingLinks';
      linkTest: 'linkTest';
    };
  },
  actors: {
    address: injectedListener<PixelsRecalledEvent>('address'),
    masterPixels: masterPixelsMachine,
    stream: pixelStreamMachine,
    orderTest: orderTestMachine,
    pixelExecuted: pixelExecutedMachine,
    pixelInstall: pixelInstallMachine,
    eventPixels: eventPixelsMachine,
    trackingLinks: trackingLinksMachine,
    linkTest: linkTestMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepInstall: assign({ install: (_, params: Recalled) => params.id ?? 0 }),
    keepLinked: assign({ linked: (_, params: { id: number | null }) => params.id }),
    queryMasterPixels: sendTo('masterPixels', ({ context }) => ({
      type: 'scope.change' as const,
      scope: context.query,
    })),
    queryExecuted: sendTo('pixelExecuted', ({ context }) => queryChange(context)),
    sendScope: sendTo('stream', ({ context }) => ({
      type: 'scope.change' as const,
      scope: scopeOf(context),
    })),
    queryEventPixels: sendTo('eventPixels', ({ context }) => queryChange(context)),
    notifyEventPixels: sendTo('eventPixels', ({ context }) => ({
      type: 'member.change' as const,
      member: context.member,
    })),
    clearTest: sendTo('orderTest', { type: 'test.clear' }),
    queryLinks: sendTo('trackingLinks', ({ context }) => ({
      type: 'scope.change' as const,
      scope: { project: context.query.project },
    })),
    clearLinkTest: sendTo('linkTest', { type: 'task.dismiss' }),
    showLinkOf: (_, _params: { affiliate: number }) => {},
    leaveInstall: () => {},
  },
  guards: {
    isInstall: (_, params: Recalled) => params.part === 'install' && params.id !== null,
    isLinks: (_, params: Recalled) => params.part === 'links',
    isEvents: (_, params: Recalled) => params.part === 'events',
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
  },
}).createMachine({
  id: 'pixels',
  description: 'The screen of pixels.',
  context: ({ input: { query, member } }) => ({ query, member, install: 0, linked: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'pixels.recalled': [
      {
        guard: { type: 'isEvents', params: ({ event }) => event },
        target: '.events',
      },
      {
        guard: { type: 'isLinks', params: ({ event }) => event },
        target: '.links',
        actions: { type: 'keepLinked', params: ({ event }) => event },
      },
      {
        guard: { type: 'isInstall', params: ({ event }) => event },
        target: '.installing',
        actions: { type: 'keepInstall', params: ({ event }) => event },
      },
      { target: '.masters' },
    ],
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet.', tags: 'busy' },
    masters: {
      description: 'The master pixels of the project, and the events that they send.',
      invoke: [
        {
          id: 'masterPixels',
          src: 'masterPixels',
          input: ({ context }) => ({ scope: context.query }),
        },
        {
          id: 'stream',
          src: 'stream',
          input: ({ context }) => ({ scope: scopeOf(context), parent: null }),
        },
        { id: 'orderTest', src: 'orderTest' },
        {
          id: 'pixelExecuted',
          src: 'pixelExecuted',
          input: ({ context }) => ({ query: context.query }),
        },
      ],
      on: {
        'query.change': [
          {
            guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'queryMasterPixels',
              'queryExecuted',
              'sendScope',
              'clearTest',
            ],
          },
          {
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'queryMasterPixels',
              'queryExecuted',
            ],
          },
        ],
      },
    },
    installing: {
      description: 'A master pixel is being installed.',
      invoke: {
        id: 'pixelInstall',
        src: 'pixelInstall',
        input: ({ context }) => ({ id: context.install }),
      },
      on: {
        'query.change': [
          {
            guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'leaveInstall',
            ],
          },
          { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
    },
    events: {
      description: "The event pixels of the affiliates' partners.",
      invoke: {
        id: 'eventPixels',
        src: 'eventPixels',
        input: ({ context }) => ({ query: context.query, member: context.member }),
      },
      on: {
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'queryEventPixels',
          ],
        },
        'member.change': {
          actions: [
            { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
            'notifyEventPixels',
          ],
        },
      },
    },
    links: {
      description: 'The tracking links and postback addresses of the affiliates.',
      invoke: [
        {
          id: 'trackingLinks',
          src: 'trackingLinks',
          input: ({ context }) => ({ scope: { project: context.query.project } }),
        },
        { id: 'linkTest', src: 'linkTest' },
      ],
      on: {
        'pixels.recalled': {
          guard: { type: 'isLinks', params: ({ event }) => event },
          actions: [{ type: 'keepLinked', params: ({ event }) => event }, 'clearLinkTest'],
        },
        'affiliate.choose': {
          actions: {
            type: 'showLinkOf',
            params: ({ event }) => ({ affiliate: event.affiliate }),
          },
        },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'queryLinks',
          ],
        },
      },
    },
  },
});

export type PixelsActor = ActorRefFrom<typeof pixelsMachine>;
export type PixelsSnapshot = SnapshotFrom<typeof pixelsMachine>;

const queryChange = ({ query }: Context) => ({ type: 'query.change' as const, query });

const scopeOf = ({ query }: Context) => ({ project: query.project, pixel: null, side: null });
