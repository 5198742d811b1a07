import { fromPromise } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Question } from '#model/query.ts';
import type { Api } from '../kit/api.ts';
import type {
  ReadEntries,
  RemoveEntry,
  RestoreEntry,
  SaveEntry,
} from '../kit/collection-requests.ts';

type Draft = { at: string; text: string };

/** `GET annotations/`. A refresh waits until the page is visible. */
export const readAnnotations = (
  api: Api,
  whenVisible: (signal: AbortSignal) => Promise<void>,
): ReadEntries<Question, Annotation> =>
  fromPromise(async ({ input: { scope, isRefresh }, signal }) => {
    if (isRefresh) await whenVisible(signal);
    const { project, period, timezone } = scope;
    const query = { project_id: project, ...period, timezone };
    return { rows: await api.call('listAnnotations', { query, signal }) };
  });

/** `POST annotations/` or `PATCH annotations/{id}/`. */
export const saveNote = (api: Api): SaveEntry<Question, Annotation, Draft> =>
  fromPromise(async ({ input: { scope, entry, draft }, signal }) => {
    const { at, text } = draft;
    return {
      entry: entry
        ? await api.call('changeAnnotation', { params: idOf(entry), body: { at, text }, signal })
        : await api.call('createAnnotation', {
            body: { project: scope.project, at, text },
            signal,
          }),
    };
  });

/** `DELETE annotations/{id}/`. */
export const removeNote = (api: Api): RemoveEntry<Annotation> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('removeAnnotation', { params: idOf(entry), signal });
  });

/** `PATCH annotations/{id}/`. The restored note may lie outside the period on screen, so none is returned. */
export const restoreNote = (api: Api): RestoreEntry<Annotation> =>
  fromPromise(async ({ input: { entry }, signal }) => {
    await api.call('changeAnnotation', { params: idOf(entry), body: { removed: false }, signal });
    return {};
  });

/** Automatic marks have no id and cannot be changed. */
const idOf = ({ id }: Annotation) => ({ id: id ?? 0 });
