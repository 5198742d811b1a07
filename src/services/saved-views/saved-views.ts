import { fromPromise } from 'xstate';
import type { z } from 'zod';
import type { SavedView, savedViewSchema } from '#contract/saved-views/schemas.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  RunAction,
} from '../kit/collection-requests.ts';
import type { ScreenState } from './screen-address.ts';

type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };
type Action =
  | { kind: 'save'; draft: Draft }
  | { kind: 'show'; view: SavedView }
  | { kind: 'rename'; view: SavedView; name: string }
  | { kind: 'move'; view: SavedView; position: number }
  | { kind: 'update'; view: SavedView; opening: ViewState }
  | { kind: 'revert'; view: SavedView };

/** The id of the view that was saved last; the list of views does not contain it. */
type Saved = { saved: number };

/** `GET views/`. */
export const readViews = (api: Api): ReadEntries<null, SavedView, Saved> =>
  fromPromise(async ({ signal }) => ({
    rows: (await api.call('listViews', { signal })).map(parseView),
  }));

/**
 * `POST views/`, `PATCH views/{id}/`, or the address of a view.
 *
 * A saved or updated view includes the present state of the conversion table or of the conversions screen.
 */
export const actOnViews = ({
  api,
  onScreen,
  show,
}: {
  api: Api;
  onScreen: () => ScreenState;
  show: (view: SavedView) => void;
}): RunAction<null, SavedView, Action> =>
  fromPromise(async ({ input: { action }, signal }) => {
    if (action.kind === 'show') {
      show(action.view);
      return { entry: action.view };
    }
    if (action.kind === 'save')
      return { entry: await createView(api, action.draft, onScreen(), signal) };
    const params = { id: action.view.id };
    const body = changeOf(action, onScreen);
    return { entry: parseView(await api.call('changeView', { params, body, signal })) };
  });

/** `DELETE views/{id}/`. */
export const removeView = (api: Api): RemoveEntry<SavedView> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('removeView', { params: { id: entry.id }, signal });
  });

/** `POST views/`: a removed view returns with its own content, under another id. */
export const restoreView = (api: Api): RestoreEntry<SavedView> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    const { id: _, ...draft } = entry;
    return { entry: await createView(api, draft, {}, signal) };
  });

async function createView(api: Api, draft: Draft, otherwise: ScreenState, signal: AbortSignal) {
  const opening = withScreenState(draft.opening, otherwise);
  return parseView(await api.call('createView', { body: { ...draft, opening }, signal }));
}

/** A reverted view without a stored table opens with the default table, not with the one on screen. */
function changeOf(action: Exclude<Action, { kind: 'save' | 'show' }>, onScreen: () => ScreenState) {
  if (action.kind === 'rename') return { name: action.name };
  if (action.kind === 'move') return { position: action.position };
  if (action.kind === 'update') return { opening: withScreenState(action.opening, onScreen()) };
  return { opening: withScreenState({ table: {}, ...action.view.opening }, {}) };
}

/** The call sends the project separately and leaves out a default table. */
function withScreenState(
  { project: _, table, conversions, ...rest }: ViewState,
  otherwise: ScreenState,
) {
  const shown = table || conversions ? { table, conversions } : otherwise;
  if (shown.conversions) return { ...rest, conversions: shown.conversions };
  return Object.keys(shown.table ?? {}).length > 0 ? { ...rest, table: shown.table } : rest;
}

/** Parsing drops fields of the view state that this version does not know. */
function parseView({ id, name, project, position, opening }: z.infer<typeof savedViewSchema>) {
  return { id, name, project, position, opening: { ...viewStateSchema.parse(opening), project } };
}
