import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { z } from 'zod';
import type { SavedView, savedViewSchema } from '#contract/saved-views/schemas.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';
import type { Api } from '../kit/api.ts';
import type { ScreenState } from './screen-address.ts';

/** What changes: the name, the position in the list, or the view state. */
type Change = { name: string } | { position: number } | { opening: ViewState };
type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };

/** `GET views/`. */
export const readViews = (api: Api): PromiseActorLogic<SavedView[], void> =>
  fromPromise(async ({ signal }) => (await api.call('listViews', { signal })).map(parseView));

/** `POST views/`. A new view stores the state of the current screen; a restored view keeps its own. */
export const createView = (
  api: Api,
  readState: () => ScreenState,
): PromiseActorLogic<SavedView, { draft: Draft }> =>
  fromPromise(async ({ input: { draft }, signal }) => {
    const opening = withScreenState(draft.opening, draft.position === undefined ? readState() : {});
    return parseView(await api.call('createView', { body: { ...draft, opening }, signal }));
  });

/** `PATCH views/{id}/`. A changed view state includes the state of the current screen unless it has one. */
export const changeView = (
  api: Api,
  readState: () => ScreenState,
): PromiseActorLogic<SavedView, { id: number; change: Change }> =>
  fromPromise(async ({ input: { id, change }, signal }) => {
    const body =
      'opening' in change ? { opening: withScreenState(change.opening, readState()) } : change;
    return parseView(await api.call('changeView', { params: { id }, body, signal }));
  });

/** `DELETE views/{id}/`. */
export const removeView = (api: Api): PromiseActorLogic<void, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    await api.call('removeView', { params: { id }, signal });
  });

/** The project is a field of the view, not of its state. A table with default settings is left out. */
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
