import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';
import { injected, injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { deliveriesMachine } from './deliveries.ts';
import { pixelEditorMachine } from './pixel-editor.ts';
import { pixelHealthMachine } from './pixel-health.ts';
import { type EditorScope, type EditorTarget, type PixelEvent, scopeOf } from './pixel-model.ts';
import { testDeliveryMachine } from './test-delivery.ts';

type PixelList = {
  scope: { project: number; slug: string };
  row: Pixel;
  /** The events of the project that a pixel can tell about. */
  extra: { events: PixelEvent[] };
  draft: never;
  action: { pixel: Pixel; status: 'active' | 'paused' };
  secret: never;
};

/** The event pixels of all affiliates of a project, so that choosing affiliates asks nothing of the server. */
export const pixelListMachine = collectionOf<PixelList>();
export type PixelListActor = CollectionActor<PixelList>;
export type PixelListSnapshot = CollectionSnapshot<PixelList>;

/** What the address asks for: the list, or the pixel that is open before it. */
export type EventPixelsRecalled = { type: 'pixel.recalled'; opened: EditorTarget | null };
type Context = {
  member: Session;
  query: Query;
  place: EditorScope;
  zone: string;
  pixels: Pixel[];
  /** How each pixel does, as far as that is known. */
  healths: Record<number, PixelHealth>;
};
type Event = EventPixelsRecalled | ScreenEvent | { type: 'list.read'; rows: Pixel[] };

/**
 * The event pixels of a project: the list, how each of its pixels does, and the pixel that is open before it.
 *
 * The list and the editor are actors of their own: the list stays behind the editor, and is read again when the
 * address comes back to it. Healths follow each reading of the list.
 */
export const eventPixelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: {
      address: 'address';
      list: 'list';
      editor: 'editor';
      testDelivery: 'testDelivery';
      health: 'health';
      deliveries: 'deliveries';
      readHealths: 'readHealths';
    };
  },
  actors: {
    address: injectedListener<EventPixelsRecalled>('address'),
    list: pixelListMachine,
    editor: pixelEditorMachine,
    testDelivery: testDeliveryMachine,
    health: pixelHealthMachine,
    deliveries: deliveriesMachine,
    readHealths: injected<Record<number, PixelHealth>, { ids: number[] }>('readHealths'),
  },
  actions: {
    keepQuery: assign(({ context }, { query }: { query: Query }) => ({
      query,
      place: scopeOf(query, context.member),
      zone: query.timezone,
    })),
    keepMember: assign(({ context }, { member }: { member: Session }) => ({
      member,
      place: scopeOf(context.query, member),
    })),
    keepPixels: assign({ pixels: (_, params: { pixels: Pixel[] }) => params.pixels }),
    keepHealths: assign({
      healths: (_, params: { healths: Record<number, PixelHealth> }) => params.healths,
    }),
    notifyList: sendTo('list', ({ context }) => ({
      type: 'scope.change' as const,
      scope: projectOf(context),
    })),
    refreshList: sendTo('list', { type: 'list.refresh' }),
    notifyPlace: sendTo('editor', ({ context }) => ({
      type: 'place.change' as const,
      place: context.place,
    })),
    notifyEditor: sendTo('editor', (_, { opened }: { opened: EditorTarget | null }) =>
      opened === null
        ? { type: 'editor.close' as const }
        : { type: 'editor.open' as const, opened },
    ),
    notifyTestDelivery: sendTo('testDelivery', (_, params: { opened: EditorTarget | null }) =>
      openingOf(params.opened),
    ),
    notifyHealth: sendTo('health', (_, params: { opened: EditorTarget | null }) =>
      openingOf(params.opened),
    ),
    notifyDeliveries: sendTo('deliveries', (_, params: { opened: EditorTarget | null }) =>
      openingOf(params.opened),
    ),
    leavePixel: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.place.project !== params.query.project,
    isList: (_, params: { opened: EditorTarget | null }) => params.opened === null,
  },
}).createMachine({
  id: 'eventPixels',
  description: 'The event pixels of a project.',
  context: ({ input }) => ({
    member: input.member,
    query: input.query,
    place: scopeOf(input.query, input.member),
    zone: input.query.timezone,
    pixels: [],
    healths: {},
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context, self }) => ({ scope: projectOf(context), parent: self }),
    },
    { id: 'editor', src: 'editor', input: ({ context }) => ({ place: context.place }) },
    { id: 'testDelivery', src: 'testDelivery' },
    { id: 'health', src: 'health' },
    { id: 'deliveries', src: 'deliveries' },
    { id: 'address', src: 'address' },
  ],
  initial: 'waiting',
  on: {
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        target: '.waiting',
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          { type: 'keepHealths', params: { healths: {} } },
          'notifyList',
          'notifyPlace',
          'leavePixel',
        ],
      },
      {
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'notifyPlace',
        ],
      },
    ],
    'member.change': {
      actions: [
        { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
        'notifyList',
        'notifyPlace',
      ],
    },
    'pixel.recalled': [
      {
        guard: { type: 'isList', params: ({ event }) => ({ opened: event.opened }) },
        actions: [
          { type: 'notifyEditor', params: { opened: null } },
          { type: 'notifyTestDelivery', params: { opened: null } },
          { type: 'notifyHealth', params: { opened: null } },
          { type: 'notifyDeliveries', params: { opened: null } },
          'refreshList',
        ],
      },
      {
        actions: [
          { type: 'notifyEditor', params: ({ event }) => ({ opened: event.opened }) },
          { type: 'notifyTestDelivery', params: ({ event }) => ({ opened: event.opened }) },
          { type: 'notifyHealth', params: ({ event }) => ({ opened: event.opened }) },
          { type: 'notifyDeliveries', params: ({ event }) => ({ opened: event.opened }) },
        ],
      },
    ],
    'list.read': {
      target: '.readingHealths',
      actions: { type: 'keepPixels', params: ({ event }) => ({ pixels: event.rows }) },
    },
  },
  states: {
    waiting: { description: 'Healths are shown as far as they are known.' },
    readingHealths: {
      description: 'How the pixels of the list do is being read.',
      invoke: {
        id: 'readHealths',
        src: 'readHealths',
        input: ({ context }) => ({ ids: context.pixels.map(({ id }) => id) }),
        onDone: {
          target: 'waiting',
          actions: { type: 'keepHealths', params: ({ event }) => ({ healths: event.output }) },
        },
        onError: {
          target: 'waiting',
          actions: { type: 'keepHealths', params: { healths: {} } },
        },
      },
    },
  },
});

export type EventPixelsActor = ActorRefFrom<typeof eventPixelsMachine>;
export type EventPixelsSnapshot = SnapshotFrom<typeof eventPixelsMachine>;

const projectOf = ({ place: { project, slug } }: Context) => ({ project, slug });

const openingOf = (opened: EditorTarget | null) =>
  opened?.kind === 'one'
    ? { type: 'pixel.open' as const, id: opened.id }
    : { type: 'pixel.close' as const };
