import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import {
  afterDismissal,
  afterRefusal,
  afterReturn,
  askedBack,
  type Returning,
  returningOf,
} from '../kit/undo-queue.ts';

/** What is saved: the name, and what opens with it. `position` puts a removed view back where it stood. */
export type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };
/** What becomes of a view: its name, its place in the list, or what opens with it. */
export type Change = { name: string } | { position: number } | { opening: ViewState };
type Changing = { id: number; change: Change };
type Context = Returning<SavedView> & {
  views: SavedView[];
  draft: Draft | null;
  changing: Changing | null;
  updating: SavedView | null;
  removing: SavedView | null;
  /** Which was saved last. */
  saved: number | null;
  /** Views as they were before they were updated, for as long as that can be taken back. */
  replaced: SavedView[];
  /** Under which ids those stood that came back: they have others now. */
  returned: number[];
  problem: Problem | null;
};
type Event =
  | { type: 'list.open' }
  | { type: 'retry' }
  | { type: 'network.returned' }
  | { type: 'view.save'; draft: Draft }
  | { type: 'view.show'; view: SavedView }
  | { type: 'view.rename'; id: number; name: string }
  | { type: 'view.move'; id: number; position: number }
  | { type: 'view.update'; view: SavedView; opening: ViewState }
  | { type: 'view.revert'; view: SavedView }
  | { type: 'view.remove'; view: SavedView }
  | { type: 'view.restore'; view: SavedView }
  | { type: 'problem.dismiss' };

/**
 * The views a person saved under names of their own.
 *
 * The list is read whenever somebody opens it, because views are changed in other tabs too, and once the network is
 * back. A view that was removed comes back as a new one with the same content, in the place where it stood. Several can
 * be asked back while something else is done: they come one after the other. Whatever stands where a view is put makes
 * room, here as on the server.
 */
export const savedViewsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed' | 'undoable';
    children: {
      network: 'network';
      readViews: 'readViews';
      createView: 'createView';
      changeView: 'changeView';
      removeView: 'removeView';
    };
  },
  actors: {
    network: optionalListener<Recovery>(),
    readViews: injected<SavedView[], void>('readViews'),
    createView: injected<SavedView, { draft: Draft }>('createView'),
    changeView: injected<SavedView, Changing>('changeView'),
    removeView: injected<void, { id: number }>('removeView'),
  },
  actions: {
    keepViews: assign({ views: (_, params: { views: SavedView[] }) => params.views }),
    keepDraft: assign({ draft: (_, params: { draft: Draft }) => params.draft }),
    keepChanging: assign({ changing: (_, params: Changing) => params }),
    keepUpdating: assign({
      updating: (_, params: { view: SavedView; opening: ViewState }) => params.view,
      changing: (_, params: { view: SavedView; opening: ViewState }) => ({
        id: params.view.id,
        change: { opening: params.opening },
      }),
    }),
    keepReversal: assign({
      changing: (_, params: { view: SavedView }) => reversalOf(params.view),
      replaced: ({ context }, params) => context.replaced.filter((view) => view !== params.view),
    }),
    keepReplaced: assign({
      replaced: ({ context }, params: { view: SavedView }) => [...context.replaced, params.view],
    }),
    keepSaved: assign({ saved: (_, params: { view: SavedView }) => params.view.id }),
    keepRemoving: assign({ removing: (_, params: { view: SavedView }) => params.view }),
    keepView: assign({
      views: ({ context }, params: { view: SavedView }) => placed(context.views, params.view),
    }),
    dropView: assign({
      views: ({ context }, params: { view: SavedView }) =>
        context.views.filter(({ id }) => id !== params.view.id),
    }),
    keepReturning: assign(({ context }, params: { view: SavedView }) =>
      askedBack(context, params.view),
    ),
    keepReturned: assign(({ context }) => ({
      ...afterReturn(context),
      returned: [...context.returned, returningOf(context).id],
    })),
    keepUnrestored: assign(({ context }, params: { error: unknown }) =>
      afterRefusal(context, params.error),
    ),
    forgetUnrestored: assign(({ context }) => afterDismissal(context)),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    show: (_, _params: { view: SavedView }) => {},
    offerUndo: (_, _params: { view: SavedView }) => {},
    offerRevert: (_, _params: { view: SavedView }) => {},
  },
  guards: {
    isListed: ({ context }, params: { id: number }) =>
      context.views.some(({ id }) => id === params.id),
    isReplaced: ({ context }, params: { view: SavedView }) =>
      context.replaced.includes(params.view),
    isAway: ({ context: { views, returning, returned } }, params: { view: SavedView }) =>
      ![...views.map(({ id }) => id), ...returning.map(({ id }) => id), ...returned].includes(
        params.view.id,
      ),
    hasReturning: ({ context }) => context.returning.length > 0,
    hasUnrestored: ({ context }) => context.unrestored.length > 0,
  },
}).createMachine({
  id: 'savedViews',
  description: 'The views a person saved.',
  context: {
    views: [],
    draft: null,
    changing: null,
    updating: null,
    removing: null,
    saved: null,
    replaced: [],
    returning: [],
    returned: [],
    unrestored: [],
    problem: null,
  },
  invoke: { id: 'network', src: 'network' },
  initial: 'unread',
  states: {
    unread: {
      description: 'Nobody has asked for the list yet.',
      on: { 'list.open': 'reading' },
    },
    reading: {
      description: 'The list is on its way.',
      tags: 'busy',
      entry: 'clearProblem',
      on: { 'network.returned': { target: 'reading', reenter: true } },
      invoke: {
        id: 'readViews',
        src: 'readViews',
        onDone: {
          target: 'ready',
          actions: { type: 'keepViews', params: ({ event }) => ({ views: event.output }) },
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
      on: { retry: 'reading', 'network.returned': 'reading' },
    },
    ready: {
      description: 'The list is known.',
      initial: 'resting',
      on: {
        'view.restore': {
          guard: { type: 'isAway', params: ({ event }) => ({ view: event.view }) },
          actions: { type: 'keepReturning', params: ({ event }) => ({ view: event.view }) },
        },
      },
      states: {
        resting: {
          description: 'Nothing is being done with a view.',
          initial: 'deciding',
          always: { guard: 'hasReturning', target: 'restoring' },
          on: {
            'view.save': {
              target: 'saving',
              actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
            },
            'view.show': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.view.id }) },
              target: '.deciding',
              actions: { type: 'show', params: ({ event }) => ({ view: event.view }) },
            },
            'view.rename': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.id }) },
              target: 'changing',
              actions: {
                type: 'keepChanging',
                params: ({ event }) => ({ id: event.id, change: { name: event.name } }),
              },
            },
            'view.move': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.id }) },
              target: 'changing',
              actions: {
                type: 'keepChanging',
                params: ({ event }) => ({ id: event.id, change: { position: event.position } }),
              },
            },
            'view.update': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.view.id }) },
              target: 'updating',
              actions: {
                type: 'keepUpdating',
                params: ({ event }) => ({ view: event.view, opening: event.opening }),
              },
            },
            'view.revert': {
              guard: { type: 'isReplaced', params: ({ event }) => ({ view: event.view }) },
              target: 'changing',
              actions: { type: 'keepReversal', params: ({ event }) => ({ view: event.view }) },
            },
            'view.remove': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.view.id }) },
              target: 'removing',
              actions: { type: 'keepRemoving', params: ({ event }) => ({ view: event.view }) },
            },
          },
          states: {
            deciding: {
              always: [{ guard: 'hasUnrestored', target: 'unrestored' }, { target: 'idle' }],
            },
            idle: {
              description: 'It is as it was read.',
              entry: 'clearProblem',
              on: { 'list.open': 'rereading', 'network.returned': 'rereading' },
            },
            rereading: {
              description:
                'The list is read again: it shows what is known, until what changed elsewhere is there.',
              invoke: {
                id: 'readViews',
                src: 'readViews',
                onDone: {
                  target: 'idle',
                  actions: { type: 'keepViews', params: ({ event }) => ({ views: event.output }) },
                },
                onError: 'idle',
              },
            },
            refused: {
              description: 'The list is as it was; the server said why.',
              tags: 'failed',
              on: { 'problem.dismiss': 'idle' },
            },
            unrestored: {
              description:
                'A removed view is still away; the server said why, and it can be tried again.',
              tags: ['failed', 'undoable'],
              on: { 'problem.dismiss': { target: 'deciding', actions: 'forgetUnrestored' } },
            },
          },
        },
        saving: {
          description: 'What is on screen is being saved as a view.',
          tags: 'busy',
          invoke: {
            id: 'createView',
            src: 'createView',
            input: ({ context }) => ({ draft: givenDraft(context) }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepView', params: ({ event }) => ({ view: event.output }) },
                { type: 'keepSaved', params: ({ event }) => ({ view: event.output }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        changing: {
          description: 'Its name or its place is changed, or an update is taken back.',
          tags: 'busy',
          invoke: {
            id: 'changeView',
            src: 'changeView',
            input: ({ context }) => givenChange(context),
            onDone: {
              target: 'resting',
              actions: { type: 'keepView', params: ({ event }) => ({ view: event.output }) },
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        updating: {
          description: 'From now on it opens with what is on screen.',
          tags: 'busy',
          invoke: {
            id: 'changeView',
            src: 'changeView',
            input: ({ context }) => givenChange(context),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepView', params: ({ event }) => ({ view: event.output }) },
                {
                  type: 'keepReplaced',
                  params: ({ context }) => ({ view: updatingOf(context) }),
                },
                { type: 'offerRevert', params: ({ context }) => ({ view: updatingOf(context) }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        removing: {
          description: 'A view is being removed.',
          tags: 'busy',
          invoke: {
            id: 'removeView',
            src: 'removeView',
            input: ({ context }) => ({ id: removingOf(context).id }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'dropView', params: ({ context }) => ({ view: removingOf(context) }) },
                { type: 'offerUndo', params: ({ context }) => ({ view: removingOf(context) }) },
              ],
            },
            onError: {
              target: 'resting.refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        restoring: {
          description: 'A removed view is coming back.',
          tags: 'busy',
          invoke: {
            id: 'createView',
            src: 'createView',
            input: ({ context }) => ({ draft: draftOf(returningOf(context)) }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepView', params: ({ event }) => ({ view: event.output }) },
                'keepReturned',
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

export type SavedViewsActor = ActorRefFrom<typeof savedViewsMachine>;
export type SavedViewsSnapshot = SnapshotFrom<typeof savedViewsMachine>;

const inOrder = (a: SavedView, b: SavedView): number => a.position - b.position || a.id - b.id;

/** The list with one view as it is now. Where another one stands, that one and all after it move on by one. */
function placed(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  const isTaken = others.some(({ position }) => position === view.position);
  const room = others.map((other) =>
    isTaken && other.position >= view.position ? { ...other, position: other.position + 1 } : other,
  );
  return [...room, view].sort(inOrder);
}

function draftOf({ id: _, ...draft }: SavedView): Draft {
  return draft;
}

const updatingOf = ({ updating }: Context): SavedView => named(updating);
const removingOf = ({ removing }: Context): SavedView => named(removing);

function named(view: SavedView | null | undefined): SavedView {
  if (view) return view;
  throw new Error('No view was named.');
}

/** Without a table of its own a view opens with the table as by default, not with the one on screen. */
const reversalOf = ({ id, opening }: SavedView): Changing => ({
  id,
  change: { opening: { table: {}, ...opening } },
});

const nothing: { project: number; name: string; opening: ViewState } = {
  project: 0,
  name: '',
  opening: {},
};
const givenDraft = ({ draft }: Context): Draft => draft ?? nothing;
const givenChange = ({ changing }: Context): Changing =>
  changing ?? { id: 0, change: { name: '' } };
