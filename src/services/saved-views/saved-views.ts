import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { z } from 'zod';
import type { SavedView, savedViewSchema } from '#contract/saved-views/schemas.ts';
import { type ViewState, viewStateSchema } from '#contract/saved-views/view-state.ts';
import type { Api } from '../kit/api.ts';
import type { OnScreen } from './screen-address.ts';

/** What becomes of a view: its name, its place in the list, or what opens with it. */
type Change = { name: string } | { position: number } | { opening: ViewState };
type Draft = Omit<SavedView, 'id' | 'position'> & { position?: number };

/** `GET views/`. */
export const readViews = (api: Api): PromiseActorLogic<SavedView[], void> =>
  fromPromise(async ({ signal }) => (await api.call('listViews', { signal })).map(viewIn));

/**
 * `POST views/`. A new view takes along the conversion table or the conversions as they are on screen; one that is
 * brought back to its place has its own.
 */
export const createView = (
  api: Api,
  onScreen: () => OnScreen,
): PromiseActorLogic<SavedView, { draft: Draft }> =>
  fromPromise(async ({ input: { draft }, signal }) => {
    const opening = withScreen(draft.opening, draft.position === undefined ? onScreen() : {});
    return viewIn(await api.call('createView', { body: { ...draft, opening }, signal }));
  });

/** `PATCH views/{id}/`. What opens with it takes along what is on screen, unless it names its own. */
export const changeView = (
  api: Api,
  onScreen: () => OnScreen,
): PromiseActorLogic<SavedView, { id: number; change: Change }> =>
  fromPromise(async ({ input: { id, change }, signal }) => {
    const body = 'opening' in change ? { opening: withScreen(change.opening, onScreen()) } : change;
    return viewIn(await api.call('changeView', { params: { id }, body, signal }));
  });

/** `DELETE views/{id}/`. */
export const removeView = (api: Api): PromiseActorLogic<void, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    await api.call('removeView', { params: { id }, signal });
  });

/** The project stands beside what opens in it. A table as by default is not worth a word. */
function withScreen({ project: _, table, conversions, ...rest }: ViewState, otherwise: OnScreen) {
  const shown = table || conversions ? { table, conversions } : otherwise;
  if (shown.conversions) return { ...rest, conversions: shown.conversions };
  return Object.keys(shown.table ?? {}).length > 0 ? { ...rest, table: shown.table } : rest;
}

/** What a stored view holds that this version does not know is as if it was not there. */
function viewIn({ id, name, project, position, opening }: z.infer<typeof savedViewSchema>) {
  return { id, name, project, position, opening: { ...viewStateSchema.parse(opening), project } };
}
