import { fromPromise } from 'xstate';
import type { z } from 'zod';
import type { SavedView, savedViewSchema } from '#contract/saved-views/schemas.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  TakeAct,
} from '../kit/collection-requests.ts';
import type { ScreenState } from './screen-address.ts';

type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };
type Act =
  | { act: 'save'; draft: Draft }
  | { act: 'show'; view: SavedView }
  | { act: 'rename'; view: SavedView; name: string }
  | { act: 'move'; view: SavedView; position: number }
  | { act: 'update'; view: SavedView; opening: ViewState }
  | { act: 'revert'; view: SavedView };

/** The id of the view that was saved last, which reading does not tell. */
type Saved = { saved: number };

/** `GET views/`. */
export const readViews = (api: Api): ReadEntries<null, SavedView, Saved> =>
  fromPromise(async ({ signal }) => ({
    rows: (await api.call('listViews', { signal })).map(parseView),
  }));

/**
 * `POST views/`, `PATCH views/{id}/`, or the address of a view.
 *
 * A view that is saved or updated takes along the conversion table or the conversions as they are on screen.
 */
export const actOnViews = ({
  api,
  onScreen,
  show,
}: {
  api: Api;
  onScreen: () => ScreenState;
  show: (view: SavedView) => void;
}): TakeAct<null, SavedView, Act> =>
  fromPromise(async ({ input: { act }, signal }) => {
    if (act.act === 'show') {
      show(act.view);
      return { entry: act.view };
    }
    if (act.act === 'save') return { entry: await createView(api, act.draft, onScreen(), signal) };
    const params = { id: act.view.id };
    const body = changeOf(act, onScreen);
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

/** Without a table of its own a view that is reverted opens with the table as by default, not with the one on screen. */
function changeOf(act: Exclude<Act, { act: 'save' | 'show' }>, onScreen: () => ScreenState) {
  if (act.act === 'rename') return { name: act.name };
  if (act.act === 'move') return { position: act.position };
  if (act.act === 'update') return { opening: withScreenState(act.opening, onScreen()) };
  return { opening: withScreenState({ table: {}, ...act.view.opening }, {}) };
}

/** The project stands beside what opens in it. A table as by default is not worth a word. */
function withScreenState(
  { project: _, table, conversions, ...rest }: ViewState,
  otherwise: ScreenState,
) {
  const shown = table || conversions ? { table, conversions } : otherwise;
  if (shown.conversions) return { ...rest, conversions: shown.conversions };
  return Object.keys(shown.table ?? {}).length > 0 ? { ...rest, table: shown.table } : rest;
}

/** Parsing drops the fields of the view state that this version does not know. */
function parseView({ id, name, project, position, opening }: z.infer<typeof savedViewSchema>) {
  return { id, name, project, position, opening: { ...viewStateSchema.parse(opening), project } };
}
