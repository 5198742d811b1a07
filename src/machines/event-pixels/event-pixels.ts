import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Query } from '#model/query.ts';
import { injected, injectedListener, optionalListener, type Recovery } from '../kit/injected.ts';
import {
  afterDismissal,
  afterRefusal,
  afterReturn,
  askedBack,
  type Returning,
  returningOf,
} from '../kit/undo-queue.ts';
import { deliveriesMachine } from './deliveries.ts';
import { pixelEditorMachine } from './pixel-editor.ts';
import { pixelHealthMachine } from './pixel-health.ts';
import { type Opened, type PixelEvent, type PixelPlace, placeOf } from './pixel-model.ts';
import { pixelTrialMachine } from './pixel-trial.ts';

/** What the address asks for: the list, or what is open before it. */
export type EventPixelsRecalled = { type: 'pixel.recalled'; opened: Opened | null };
/** The pixels of every affiliate of a project, and the events they can tell about. */
export type PixelList = { pixels: Pixel[]; events: PixelEvent[] };
type Switch = { pixel: Pixel; status: 'active' | 'paused' };
type Context = Returning<Pixel> & {
  member: Session;
  place: PixelPlace;
  zone: string;
  pixels: Pixel[];
  events: PixelEvent[];
  /** How each pixel does, as far as that is known. */
  healths: Record<number, PixelHealth>;
  /** The pixel that is being paused, resumed or removed. */
  target: Switch | null;
  problem: Problem | null;
};
type Event =
  | EventPixelsRecalled
  | { type: 'query.change'; query: Query }
  | { type: 'pixel.switch'; pixel: Pixel; status: 'active' | 'paused' }
  | { type: 'pixel.remove'; pixel: Pixel }
  | { type: 'pixel.restore'; pixel: Pixel }
  | { type: 'problem.dismiss' }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * The event pixels of a project: the list, and what is open before it.
 *
 * All of the project are read at once, so that choosing affiliates asks nobody. The editor is an actor of its own: the
 * list lies behind it, and is read again when somebody comes back to it. Removed pixels come back one after the other,
 * as soon as nothing else is being done.
 */
export const eventPixelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query; member: Session };
    tags: 'busy' | 'showing' | 'failed' | 'undoable';
    children: {
      address: 'address';
      network: 'network';
      editor: 'editor';
      trial: 'trial';
      health: 'health';
      deliveries: 'deliveries';
      readHealths: 'readHealths';
      readPixels: 'readPixels';
      switchPixel: 'switchPixel';
      removePixel: 'removePixel';
      restorePixel: 'restorePixel';
    };
  },
  actors: {
    address: injectedListener<EventPixelsRecalled>('address'),
    network: optionalListener<Recovery>(),
    editor: pixelEditorMachine,
    trial: pixelTrialMachine,
    health: pixelHealthMachine,
    deliveries: deliveriesMachine,
    readHealths: injected<Record<number, PixelHealth>, { ids: number[] }>('readHealths'),
    readPixels: injected<PixelList, { project: number; slug: string }>('readPixels'),
    switchPixel: injected<Pixel, { id: number; status: 'active' | 'paused' }>('switchPixel'),
    removePixel: injected<void, { id: number }>('removePixel'),
    restorePixel: injected<void, { id: number }>('restorePixel'),
  },
  actions: {
    keepQuery: assign(({ context }, { query }: { query: Query }) => ({
      place: placeOf(query, context.member),
      zone: query.timezone,
    })),
    clearPixels: assign({ pixels: [], events: [], healths: {}, problem: null }),
    keepPixels: assign((_, { list }: { list: PixelList }) => list),
    keepHealths: assign({
      healths: (_, params: { healths: Record<number, PixelHealth> }) => params.healths,
    }),
    forgetHealths: assign({ healths: {} }),
    keepPixel: assign({
      pixels: ({ context }, params: { pixel: Pixel }) =>
        context.pixels.map((one) => (one.id === params.pixel.id ? params.pixel : one)),
    }),
    keepTarget: assign({ target: (_, params: Switch) => params }),
    dropPixel: assign({
      pixels: ({ context }) => context.pixels.filter(({ id }) => id !== targetOf(context).id),
    }),
    keepReturning: assign(({ context }, params: { pixel: Pixel }) =>
      askedBack(context, params.pixel),
    ),
    forgetReturned: assign(({ context }) => afterReturn(context)),
    keepUnrestored: assign(({ context }, params: { error: unknown }) =>
      afterRefusal(context, params.error),
    ),
    forgetUnrestored: assign(({ context }) => afterDismissal(context)),
    tellEditor: sendTo('editor', (_, { opened }: { opened: Opened | null }) =>
      opened === null
        ? { type: 'editor.close' as const }
        : { type: 'editor.open' as const, opened },
    ),
    tellTrial: sendTo('trial', (_, params: { opened: Opened | null }) => openingOf(params.opened)),
    tellHealth: sendTo('health', (_, params: { opened: Opened | null }) =>
      openingOf(params.opened),
    ),
    tellDeliveries: sendTo('deliveries', (_, params: { opened: Opened | null }) =>
      openingOf(params.opened),
    ),
    tellPlace: sendTo('editor', ({ context }) => ({
      type: 'place.change' as const,
      place: context.place,
    })),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    offerUndo: (_, _params: { pixel: Pixel }) => {},
    leavePixel: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.place.project !== params.query.project,
    isList: (_, params: { opened: Opened | null }) => params.opened === null,
    isAway: ({ context: { pixels, returning } }, params: { pixel: Pixel }) =>
      ![...pixels, ...returning].some(({ id }) => id === params.pixel.id),
    hasReturning: ({ context }) => context.returning.length > 0,
    hasUnrestored: ({ context }) => context.unrestored.length > 0,
  },
  delays: { staleAfter: 60_000 },
}).createMachine({
  id: 'eventPixels',
  description: 'The event pixels of a project.',
  context: ({ input }) => ({
    member: input.member,
    place: placeOf(input.query, input.member),
    zone: input.query.timezone,
    pixels: [],
    events: [],
    healths: {},
    target: null,
    returning: [],
    unrestored: [],
    problem: null,
  }),
  invoke: [
    { id: 'editor', src: 'editor', input: ({ context }) => ({ place: context.place }) },
    { id: 'trial', src: 'trial' },
    { id: 'health', src: 'health' },
    { id: 'deliveries', src: 'deliveries' },
    { id: 'address', src: 'address' },
    { id: 'network', src: 'network' },
  ],
  initial: 'reading',
  on: {
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        target: '.reading',
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'tellPlace',
          'leavePixel',
        ],
      },
      {
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'tellPlace',
        ],
      },
    ],
    'pixel.recalled': {
      actions: [
        { type: 'tellEditor', params: ({ event }) => ({ opened: event.opened }) },
        { type: 'tellTrial', params: ({ event }) => ({ opened: event.opened }) },
        { type: 'tellHealth', params: ({ event }) => ({ opened: event.opened }) },
        { type: 'tellDeliveries', params: ({ event }) => ({ opened: event.opened }) },
      ],
    },
    'pixel.restore': {
      guard: { type: 'isAway', params: ({ event }) => ({ pixel: event.pixel }) },
      actions: { type: 'keepReturning', params: ({ event }) => ({ pixel: event.pixel }) },
    },
  },
  states: {
    reading: {
      description: 'The list is on its way.',
      tags: 'busy',
      entry: 'clearPixels',
      on: { 'network.returned': { target: 'reading', reenter: true } },
      invoke: {
        id: 'readPixels',
        src: 'readPixels',
        input: ({ context }) => projectOf(context),
        onDone: {
          target: 'ready',
          actions: { type: 'keepPixels', params: ({ event }) => ({ list: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'The list could not be read.',
      tags: 'failed',
      always: { guard: 'hasReturning', target: 'restoring' },
      on: { retry: 'reading', 'network.returned': 'reading' },
    },
    ready: {
      description: 'The list is on screen, with its rows or with how to make the first one.',
      tags: 'showing',
      initial: 'resting',
      invoke: {
        id: 'readHealths',
        src: 'readHealths',
        input: ({ context }) => ({ ids: context.pixels.map(({ id }) => id) }),
        onDone: {
          actions: { type: 'keepHealths', params: ({ event }) => ({ healths: event.output }) },
        },
        onError: { actions: 'forgetHealths' },
      },
      states: {
        resting: {
          description: 'Nothing is being done with a pixel.',
          initial: 'deciding',
          always: { guard: 'hasReturning', target: '#eventPixels.restoring' },
          on: {
            'pixel.recalled': [
              {
                guard: { type: 'isList', params: ({ event }) => ({ opened: event.opened }) },
                target: '.rereading',
                actions: [
                  { type: 'tellEditor', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellTrial', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellHealth', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellDeliveries', params: ({ event }) => ({ opened: event.opened }) },
                ],
              },
              {
                actions: [
                  { type: 'tellEditor', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellTrial', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellHealth', params: ({ event }) => ({ opened: event.opened }) },
                  { type: 'tellDeliveries', params: ({ event }) => ({ opened: event.opened }) },
                ],
              },
            ],
            'pixel.switch': {
              target: 'switching',
              actions: {
                type: 'keepTarget',
                params: ({ event }) => ({ pixel: event.pixel, status: event.status }),
              },
            },
            'pixel.remove': {
              target: 'removing',
              actions: {
                type: 'keepTarget',
                params: ({ event }) => ({ pixel: event.pixel, status: 'paused' }),
              },
            },
          },
          states: {
            deciding: {
              always: [{ guard: 'hasUnrestored', target: 'unrestored' }, { target: 'idle' }],
            },
            idle: {
              description: 'The list is as it was read.',
              entry: 'clearProblem',
              after: { staleAfter: 'rereading' },
              on: { 'network.returned': 'rereading' },
            },
            rereading: {
              description: 'The list stays on screen until what happened meanwhile is read.',
              invoke: {
                id: 'readPixels',
                src: 'readPixels',
                input: ({ context }) => projectOf(context),
                onDone: {
                  target: '#eventPixels.ready',
                  reenter: true,
                  actions: { type: 'keepPixels', params: ({ event }) => ({ list: event.output }) },
                },
                onError: {
                  target: 'stale',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            stale: {
              description:
                'The rows are old: the last refresh failed. It is tried again by itself.',
              tags: 'failed',
              after: { staleAfter: 'rereading' },
              on: { retry: 'rereading', 'network.returned': 'rereading' },
            },
            refused: {
              description: 'The list is as it was; the server said why.',
              tags: 'failed',
              on: { 'problem.dismiss': 'idle' },
            },
            unrestored: {
              description:
                'A removed pixel is still away; the server said why, and it can be tried again.',
              tags: ['failed', 'undoable'],
              on: { 'problem.dismiss': { target: 'deciding', actions: 'forgetUnrestored' } },
            },
          },
        },
        switching: {
          description: 'A pixel is being paused or resumed.',
          tags: 'busy',
          invoke: {
            id: 'switchPixel',
            src: 'switchPixel',
            input: ({ context }) => switchOf(context),
            onDone: {
              target: 'resting',
              actions: { type: 'keepPixel', params: ({ event }) => ({ pixel: event.output }) },
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        removing: {
          description: 'A pixel is being removed.',
          tags: 'busy',
          invoke: {
            id: 'removePixel',
            src: 'removePixel',
            input: ({ context }) => ({ id: targetOf(context).id }),
            onDone: {
              target: 'resting',
              actions: [
                'dropPixel',
                { type: 'offerUndo', params: ({ context }) => ({ pixel: targetOf(context) }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
    restoring: {
      description: 'A removed pixel is coming back, whatever is on screen by now.',
      tags: 'busy',
      invoke: {
        id: 'restorePixel',
        src: 'restorePixel',
        input: ({ context }) => ({ id: returningOf(context).id }),
        onDone: { target: 'reading', actions: 'forgetReturned' },
        onError: {
          target: 'ready.resting',
          actions: { type: 'keepUnrestored', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});

export type EventPixelsActor = ActorRefFrom<typeof eventPixelsMachine>;
export type EventPixelsSnapshot = SnapshotFrom<typeof eventPixelsMachine>;

const projectOf = ({ place: { project, slug } }: Context) => ({ project, slug });

const openingOf = (opened: Opened | null) =>
  opened?.kind === 'one'
    ? { type: 'pixel.open' as const, id: opened.id }
    : { type: 'pixel.close' as const };

function targetOf({ target }: Context): Pixel {
  if (target) return target.pixel;
  throw new Error('No pixel was named.');
}

const switchOf = (context: Context): { id: number; status: 'active' | 'paused' } => ({
  id: targetOf(context).id,
  status: context.target?.status ?? 'paused',
});
