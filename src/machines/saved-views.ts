import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Opening } from '#contract/opening.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { SavedView } from '#contract/view.ts';
import { injected } from './injected.ts';

/** What is saved: the name, and what opens with it. `position` puts a removed view back where it stood. */
export type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };
/** What becomes of a view: its name, its place in the list, or what opens with it. */
export type Change = { name: string } | { position: number } | { opening: Opening };
type Changing = { id: number; change: Change };

type Context = {
  views: SavedView[];
  draft: Draft | null;
  changing: Changing | null;
  updating: SavedView | null;
  removing: SavedView | null;
  /** Which was saved last. */
  saved: number | null;
  /** What opened with the view that was updated last, for as long as that can be taken back. */
  replaced: SavedView | null;
  /** The view that was removed last, for as long as it can be brought back. */
  removed: SavedView | null;
  problem: Problem | null;
};
type Event =
  | { type: 'list.open' }
  | { type: 'retry' }
  | { type: 'view.save'; draft: Draft }
  | { type: 'view.show'; view: SavedView }
  | { type: 'view.rename'; id: number; name: string }
  | { type: 'view.move'; id: number; position: number }
  | { type: 'view.update'; view: SavedView; opening: Opening }
  | { type: 'view.revert' }
  | { type: 'view.remove'; view: SavedView }
  | { type: 'view.restore' }
  | { type: 'problem.dismiss' };

/**
 * The views a person saved under names of their own.
 *
 * The list is read whenever somebody opens it: views are changed in other tabs too. A view that was removed comes back
 * as a new one with the same content, in the place where it stood. Whatever stands where a view is put makes room, here as on the server.
 */
export const savedViewsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed' | 'undoable';
    children: {
      readViews: 'readViews';
      createView: 'createView';
      changeView: 'changeView';
      removeView: 'removeView';
    };
  },
  actors: {
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
      updating: (_, params: { view: SavedView; opening: Opening }) => params.view,
      changing: (_, params: { view: SavedView; opening: Opening }) => ({
        id: params.view.id,
        change: { opening: params.opening },
      }),
    }),
    keepReplacedAsChange: assign({ changing: ({ context }) => reversalOf(context.replaced) }),
    keepReplaced: assign({ replaced: ({ context }) => context.updating }),
    forgetReplaced: assign({ replaced: null }),
    keepSaved: assign({ saved: (_, params: { view: SavedView }) => params.view.id }),
    keepRemoving: assign({ removing: (_, params: { view: SavedView }) => params.view }),
    keepView: assign({
      views: ({ context }, params: { view: SavedView }) => placed(context.views, params.view),
    }),
    dropView: assign({
      views: ({ context }) => context.views.filter(({ id }) => id !== context.removing?.id),
      removed: ({ context }) => context.removing,
    }),
    forgetRemoved: assign({ removed: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    show: (_, _params: { view: SavedView }) => {},
    offerUndo: () => {},
    offerRevert: () => {},
  },
  guards: {
    isListed: ({ context }, params: { id: number }) =>
      context.views.some(({ id }) => id === params.id),
    hasRemoved: ({ context }) => context.removed !== null,
    hasReplaced: ({ context }) => context.replaced !== null,
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
    replaced: null,
    removed: null,
    problem: null,
  },
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
      on: { retry: 'reading' },
    },
    ready: {
      description: 'The list is known.',
      initial: 'resting',
      states: {
        resting: {
          description: 'Nothing is being done with a view.',
          initial: 'idle',
          on: {
            'view.save': {
              target: 'saving',
              actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
            },
            'view.show': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.view.id }) },
              target: '.idle',
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
              guard: 'hasReplaced',
              target: 'changing',
              actions: ['keepReplacedAsChange', 'forgetReplaced'],
            },
            'view.remove': {
              guard: { type: 'isListed', params: ({ event }) => ({ id: event.view.id }) },
              target: 'removing',
              actions: { type: 'keepRemoving', params: ({ event }) => ({ view: event.view }) },
            },
            'view.restore': { guard: 'hasRemoved', target: 'restoring' },
          },
          states: {
            idle: {
              description: 'It is as it was read.',
              entry: 'clearProblem',
              on: { 'list.open': 'rereading' },
            },
            rereading: {
              description:
                'The list is opened again: it shows what is known, until what changed elsewhere is read.',
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
                'The removed view is still away; the server said why, and it can be tried again.',
              tags: ['failed', 'undoable'],
              on: { 'problem.dismiss': 'idle' },
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
                'keepReplaced',
                'offerRevert',
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
            input: ({ context }) => ({ id: context.removing?.id ?? 0 }),
            onDone: { target: 'resting', actions: ['dropView', 'offerUndo'] },
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
            input: ({ context }) => ({ draft: draftOf(context.removed) ?? nothing }),
            onDone: {
              target: 'resting',
              actions: [
                { type: 'keepView', params: ({ event }) => ({ view: event.output }) },
                'forgetRemoved',
              ],
            },
            onError: {
              target: 'resting.unrestored',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
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

function draftOf(view: SavedView | null): Draft | null {
  if (!view) return null;
  const { id: _, ...draft } = view;
  return draft;
}

/** Without a table of its own a view opens with the table as by default, not with the one on screen. */
const reversalOf = (view: SavedView | null): Changing | null =>
  view && { id: view.id, change: { opening: { table: {}, ...view.opening } } };

const nothing: { project: number; name: string; opening: Opening } = {
  project: 0,
  name: '',
  opening: {},
};
const givenDraft = ({ draft }: Context): Draft => draft ?? nothing;
const givenChange = ({ changing }: Context): Changing =>
  changing ?? { id: 0, change: { name: '' } };
