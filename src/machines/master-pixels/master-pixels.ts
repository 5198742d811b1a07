import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Query } from '#model/query.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import {
  afterDismissal,
  afterRefusal,
  afterReturn,
  askedBack,
  type Returning,
  returningOf,
} from '../kit/undo-queue.ts';

/** What a person says of a pixel. */
export type PixelDraft = Pick<MasterPixel, 'name' | 'event_name' | 'domains' | 'consent_mode'>;
/** What is done to a pixel with one press. */
export type PixelTurn = { status: MasterPixel['status'] } | { is_primary: true };

type Context = Returning<MasterPixel> & {
  query: Query;
  pixels: MasterPixel[];
  /** The pixel that is being changed; none while a new one is made. */
  pixel: MasterPixel | null;
  draft: PixelDraft;
  turn: PixelTurn;
  problem: Problem | null;
};
type Event =
  | { type: 'query.change'; query: Query }
  | { type: 'retry' }
  | { type: 'network.returned' }
  | { type: 'pixel.add' }
  | { type: 'pixel.edit'; pixel: MasterPixel }
  | { type: 'pixel.save'; draft: PixelDraft }
  | { type: 'pixel.cancel' }
  | { type: 'pixel.turn'; pixel: MasterPixel; turn: PixelTurn }
  | { type: 'pixel.remove'; pixel: MasterPixel }
  | { type: 'pixel.restore'; pixel: MasterPixel }
  | { type: 'problem.dismiss' };

const nothing: PixelDraft = {
  name: '',
  event_name: 'purchase',
  domains: [],
  consent_mode: 'assumed',
};

/**
 * The master pixels of a project: how each does, and what becomes of it.
 *
 * How they do is read again every half minute. A new pixel leads on to its installation. Removed ones come back
 * without a confirmation, one after the other, as soon as nothing else is being done. What the server refused stays in
 * the form.
 */
export const masterPixelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { query: Query };
    tags: 'busy' | 'failed' | 'showing' | 'writing' | 'undoable';
    children: {
      readPixels: 'readPixels';
      createPixel: 'createPixel';
      changePixel: 'changePixel';
      turnPixel: 'turnPixel';
      removePixel: 'removePixel';
      restorePixel: 'restorePixel';
      network: 'network';
    };
  },
  actors: {
    readPixels: injected<MasterPixel[], { project: number }>('readPixels'),
    createPixel: injected<MasterPixel, { project: number; draft: PixelDraft }>('createPixel'),
    changePixel: injected<MasterPixel, { id: number; change: Partial<PixelDraft> }>('changePixel'),
    turnPixel: injected<MasterPixel, { id: number; turn: PixelTurn }>('turnPixel'),
    removePixel: injected<void, { id: number }>('removePixel'),
    restorePixel: injected<MasterPixel, { id: number }>('restorePixel'),
    network: optionalListener<Recovery>(),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepPixels: assign({ pixels: (_, params: { pixels: MasterPixel[] }) => params.pixels }),
    clearPixels: assign({ pixels: [], problem: null }),
    startDraft: assign({ pixel: null, draft: nothing, problem: null }),
    startChange: assign({
      pixel: (_, params: { pixel: MasterPixel }) => params.pixel,
      draft: (_, params: { pixel: MasterPixel }) => draftOf(params.pixel),
      problem: null,
    }),
    keepDraft: assign({ draft: (_, params: { draft: PixelDraft }) => params.draft }),
    keepTurn: assign({
      pixel: (_, params: { pixel: MasterPixel; turn: PixelTurn }) => params.pixel,
      turn: (_, params: { pixel: MasterPixel; turn: PixelTurn }) => params.turn,
    }),
    keepPixel: assign({ pixel: (_, params: { pixel: MasterPixel }) => params.pixel }),
    putPixel: assign({
      pixels: ({ context }, params: { pixel: MasterPixel }) => withPixel(context, params.pixel),
    }),
    dropPixel: assign({
      pixels: ({ context }) => context.pixels.filter(({ id }) => id !== context.pixel?.id),
    }),
    keepReturning: assign(({ context }, params: { pixel: MasterPixel }) =>
      askedBack(context, params.pixel),
    ),
    forgetReturned: assign(({ context }) => afterReturn(context)),
    keepUnrestored: assign(({ context }, params: { error: unknown }) =>
      afterRefusal(context, params.error),
    ),
    forgetUnrestored: assign(({ context }) => afterDismissal(context)),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    openInstall: (_, _params: { pixel: MasterPixel }) => {},
    offerUndo: (_, _params: { pixel: MasterPixel }) => {},
  },
  guards: {
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    isListed: ({ context }, params: { pixel: MasterPixel }) =>
      context.pixels.some(({ id }) => id === params.pixel.id),
    isAway: ({ context: { pixels, returning } }, params: { pixel: MasterPixel }) =>
      ![...pixels, ...returning].some(({ id }) => id === params.pixel.id),
    hasReturning: ({ context }) => context.returning.length > 0,
    hasUnrestored: ({ context }) => context.unrestored.length > 0,
    isNew: ({ context }) => context.pixel === null,
  },
  delays: { staleAfter: 30_000 },
}).createMachine({
  id: 'masterPixels',
  description: 'The master pixels of a project.',
  context: ({ input }) => ({
    query: input.query,
    pixels: [],
    pixel: null,
    draft: nothing,
    turn: { status: 'active' },
    returning: [],
    unrestored: [],
    problem: null,
  }),
  invoke: { id: 'network', src: 'network' },
  initial: 'loading',
  on: {
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
        target: '.loading',
        actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'pixel.restore': {
      guard: { type: 'isAway', params: ({ event }) => ({ pixel: event.pixel }) },
      actions: { type: 'keepReturning', params: ({ event }) => ({ pixel: event.pixel }) },
    },
  },
  states: {
    loading: {
      description: 'The list is on its way.',
      tags: 'busy',
      entry: 'clearPixels',
      invoke: {
        id: 'readPixels',
        src: 'readPixels',
        input: ({ context }) => ({ project: context.query.project }),
        onDone: {
          target: 'ready',
          actions: { type: 'keepPixels', params: ({ event }) => ({ pixels: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading', 'network.returned': 'loading' },
    },
    ready: {
      description: 'The list is on screen.',
      tags: 'showing',
      initial: 'resting',
      states: {
        resting: {
          description: 'No pixel is being written.',
          initial: 'deciding',
          always: { guard: 'hasReturning', target: 'restoring' },
          on: {
            'pixel.add': { target: 'writing', actions: 'startDraft' },
            'pixel.edit': {
              target: 'writing',
              actions: { type: 'startChange', params: ({ event }) => ({ pixel: event.pixel }) },
            },
            'pixel.turn': {
              target: 'turning',
              actions: { type: 'keepTurn', params: ({ event }) => event },
            },
            'pixel.remove': {
              guard: { type: 'isListed', params: ({ event }) => ({ pixel: event.pixel }) },
              target: 'removing',
              actions: { type: 'keepPixel', params: ({ event }) => ({ pixel: event.pixel }) },
            },
          },
          states: {
            deciding: {
              always: [{ guard: 'hasUnrestored', target: 'unrestored' }, { target: 'idle' }],
            },
            idle: {
              description: 'It is as it was read.',
              entry: 'clearProblem',
              after: { staleAfter: 'rereading' },
              on: { 'network.returned': 'rereading' },
            },
            rereading: {
              description: 'The list stays on screen until it is known anew.',
              invoke: {
                id: 'readPixels',
                src: 'readPixels',
                input: ({ context }) => ({ project: context.query.project }),
                onDone: {
                  target: 'deciding',
                  actions: {
                    type: 'keepPixels',
                    params: ({ event }) => ({ pixels: event.output }),
                  },
                },
                onError: {
                  target: 'stale',
                  actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            stale: {
              description: 'The list is old: it could not be read again.',
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
        writing: {
          description: 'A pixel is described: a new one, or one that is there.',
          tags: 'writing',
          on: {
            'pixel.save': [
              {
                guard: 'isNew',
                target: 'creating',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
              {
                target: 'changing',
                actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
              },
            ],
            'pixel.cancel': 'resting',
          },
        },
        creating: {
          description: 'A new pixel is being saved.',
          tags: ['busy', 'writing'],
          on: { 'pixel.cancel': 'resting.rereading' },
          invoke: {
            id: 'createPixel',
            src: 'createPixel',
            input: ({ context }) => ({ project: context.query.project, draft: context.draft }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'putPixel', params: ({ event }) => ({ pixel: event.output }) },
                { type: 'openInstall', params: ({ event }) => ({ pixel: event.output }) },
              ],
            },
            onError: {
              target: 'writing',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        changing: {
          description: 'A changed pixel is being saved.',
          tags: ['busy', 'writing'],
          on: { 'pixel.cancel': 'resting.rereading' },
          invoke: {
            id: 'changePixel',
            src: 'changePixel',
            input: ({ context }) => ({ id: idOf(context), change: changeOf(context) }),
            onDone: {
              target: 'resting',
              actions: { type: 'putPixel', params: ({ event }) => ({ pixel: event.output }) },
            },
            onError: {
              target: 'writing',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        turning: {
          description: 'It is paused, taken up again, or made the primary one.',
          tags: 'busy',
          invoke: {
            id: 'turnPixel',
            src: 'turnPixel',
            input: ({ context }) => ({ id: idOf(context), turn: context.turn }),
            onDone: {
              target: 'resting.rereading',
              actions: { type: 'putPixel', params: ({ event }) => ({ pixel: event.output }) },
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
            input: ({ context }) => ({ id: idOf(context) }),
            onDone: {
              target: 'resting',
              actions: [
                'dropPixel',
                { type: 'offerUndo', params: ({ context }) => ({ pixel: named(context.pixel) }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        restoring: {
          description: 'A removed pixel is coming back.',
          tags: 'busy',
          invoke: {
            id: 'restorePixel',
            src: 'restorePixel',
            input: ({ context }) => ({ id: returningOf(context).id }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'putPixel', params: ({ event }) => ({ pixel: event.output }) },
                'forgetReturned',
              ],
            },
            onError: {
              target: 'resting',
              actions: { type: 'keepUnrestored', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});

export type MasterPixelsActor = ActorRefFrom<typeof masterPixelsMachine>;
export type MasterPixelsSnapshot = SnapshotFrom<typeof masterPixelsMachine>;

const draftOf = ({ name, event_name, domains, consent_mode }: MasterPixel): PixelDraft => ({
  name,
  event_name,
  domains,
  consent_mode,
});

/** What is said otherwise than the pixel was: what others changed of it meanwhile stays as they left it. */
function changeOf({ draft, pixel }: Context): Partial<PixelDraft> {
  const before = draftOf(named(pixel));
  return {
    ...(draft.name === before.name ? {} : { name: draft.name }),
    ...(draft.event_name === before.event_name ? {} : { event_name: draft.event_name }),
    ...(draft.domains.join() === before.domains.join() ? {} : { domains: draft.domains }),
    ...(draft.consent_mode === before.consent_mode ? {} : { consent_mode: draft.consent_mode }),
  };
}

function named(pixel: MasterPixel | null | undefined): MasterPixel {
  if (pixel) return pixel;
  throw new Error('No pixel was named.');
}

const idOf = ({ pixel }: Context): number => pixel?.id ?? 0;

/** In the order of the server: as they were made. What came back to another project is not listed in this one. */
const withPixel = ({ pixels, query }: Context, pixel: MasterPixel): MasterPixel[] =>
  pixel.project === query.project
    ? [...pixels.filter(({ id }) => id !== pixel.id), pixel].sort((a, b) => a.id - b.id)
    : pixels;
