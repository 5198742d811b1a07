import { assign } from 'xstate';
import type { SavedView } from '#contract/saved-views/schemas.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';

/** A view as it is saved. `position` puts a removed view back into its place in the list. */
export type SavedViewDraft = Omit<SavedView, 'id' | 'position'> & { position?: number };
export type SavedViewAction =
  | { kind: 'save'; draft: SavedViewDraft }
  | { kind: 'show'; view: SavedView }
  | { kind: 'rename'; view: SavedView; name: string }
  | { kind: 'move'; view: SavedView; position: number }
  /** From then on the view opens with what is on screen. */
  | { kind: 'update'; view: SavedView; opening: ViewState }
  /** Takes an update back; the view is named as it was before. */
  | { kind: 'revert'; view: SavedView };

type SavedViews = {
  scope: null;
  row: SavedView;
  /** The id of the view that was saved last. */
  extra: { saved: number };
  draft: never;
  action: SavedViewAction;
  secret: never;
};

/**
 * The views that a person saved.
 *
 * The list is read when it is opened, because views are changed in other tabs too. A removed view is restored as a
 * new one with the same content, in its old place.
 */
export const savedViewsMachine = collectionOf<SavedViews>().provide({
  actions: {
    putEntry: assign({
      rows: ({ context }, { entry }) => placed(context.rows, entry),
      extra: ({ context }, { entry, action }) =>
        action?.kind === 'save' ? { saved: entry.id } : context.extra,
    }),
  },
  guards: { readsAtOnce: () => false, readsByTime: () => false },
});

export type SavedViewsActor = CollectionActor<SavedViews>;
export type SavedViewsSnapshot = CollectionSnapshot<SavedViews>;

/** Puts a view into its place. If the place is taken, the views from there on move by one, as on the server. */
function placed(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views.filter(({ id }) => id !== view.id);
  const isTaken = others.some(({ position }) => position === view.position);
  const moved = others.map((other) =>
    isTaken && other.position >= view.position ? { ...other, position: other.position + 1 } : other,
  );
  return [...moved, view].sort((a, b) => a.position - b.position || a.id - b.id);
}
